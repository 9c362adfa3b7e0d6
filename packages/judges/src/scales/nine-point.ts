import { classScale } from './class-scale.js';

/**
 * The finer scale: steps of an eighth, and 0.001 for a trace that is next to nothing yet not
 * nothing; ten values in all. Classes that the five-point scale has too keep their name and score.
 */
export const ninePointScale = classScale('nine_point', [
  {
    name: 'NOT_MET',
    score: 0,
    meaning: 'nothing in the response satisfies the criterion, or the response contradicts it.',
  },
  { name: 'HINTED', score: 0.001, meaning: 'a bare hint, which a generous reader might relate to the criterion.' },
  { name: 'BARELY_MET', score: 0.125, meaning: 'one small part of the criterion is there, and only in passing.' },
  {
    name: 'SLIGHTLY_MET',
    score: 0.25,
    meaning: 'the response touches on the criterion, but most of what it asks for is missing or wrong.',
  },
  { name: 'PARTLY_MET', score: 0.375, meaning: 'a real part of the criterion is there, yet clearly less than half.' },
  {
    name: 'HALF_MET',
    score: 0.5,
    meaning: 'about half of what the criterion asks for is there; the other half is missing, vague or wrong.',
  },
  {
    name: 'MORE_THAN_HALF_MET',
    score: 0.625,
    meaning: 'more of the criterion is there than is missing, but something that matters is missing.',
  },
  {
    name: 'LARGELY_MET',
    score: 0.75,
    meaning: 'the criterion holds in substance; only a minor part is missing or unclear.',
  },
  { name: 'NEARLY_FULLY_MET', score: 0.875, meaning: 'the criterion holds; a detail could be clearer or more exact.' },
  {
    name: 'FULLY_MET',
    score: 1,
    meaning: 'everything the criterion asks for is there, and nothing in the response takes it back.',
  },
]);
