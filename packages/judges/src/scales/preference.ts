import { classScale } from './class-scale.js';

/**
 * Which of two responses is better. There are no shades: what a judge makes of the same two in the other order is to be distinguished from it.
 * A number is no answer: it may be that of a response, a grade of one, or how sure the judge is.
 */
export const preferenceScale = classScale('preference', [
  { name: 'SECOND_BETTER', score: 0, meaning: 'the second response is better in what the criterion asks about.' },
  { name: 'EQUALLY_GOOD', score: 0.5, meaning: 'neither is better in it, or each is where the other is not.' },
  { name: 'FIRST_BETTER', score: 1, meaning: 'the first response is better in what the criterion asks about.' },
], { numbered: false });
