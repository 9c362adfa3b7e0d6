import { classScale } from './class-scale.js';

/** Classes worth 0, 0.25, 0.5, 0.75 and 1: the default scale for rubric points. */
export const fivePointScale = classScale('five_point', [
  {
    name: 'NOT_MET',
    score: 0,
    meaning: 'nothing in the response satisfies the criterion, or the response contradicts it.',
  },
  {
    name: 'SLIGHTLY_MET',
    score: 0.25,
    meaning: 'the response touches on the criterion, but most of what it asks for is missing or wrong.',
  },
  {
    name: 'HALF_MET',
    score: 0.5,
    meaning: 'about half of what the criterion asks for is there; the other half is missing, vague or wrong.',
  },
  {
    name: 'LARGELY_MET',
    score: 0.75,
    meaning: 'the criterion holds in substance; only a minor part is missing or unclear.',
  },
  {
    name: 'FULLY_MET',
    score: 1,
    meaning: 'everything the criterion asks for is there, and nothing in the response takes it back.',
  },
]);
