import { defineOption } from '../define-option.js';
import { wholeOrAuto } from '../option-types.js';

/** Most trials at their targets at once, and requests of each judge. */
export const concurrency = defineOption(wholeOrAuto, {
  group: 'pace',
  flags: '--concurrency <n>',
  description: 'most trials at their targets, and requests of each server, at once; auto finds out how many each bears',
  setting: 'concurrency',
  default: 'auto',
  again: 'resumed',
});
