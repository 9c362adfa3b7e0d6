import { defineOption } from '../define-option.js';
import { seconds } from '../text-values.js';
import type { OptionType } from '../option-types.js';

const pause: OptionType<true | number> = {
  expected: 'true, or a number of seconds > 0',
  is: (value): value is true | number => value === true || (typeof value === 'number' && Number.isFinite(value) && value > 0),
  fromText: seconds,
};

/** Whether a run in batches waits for them, and how many seconds lie between two looks; `true` for as many as are right. */
export const wait = defineOption(pause, {
  group: 'pace',
  flags: '--wait [seconds]',
  description: 'wait for batches, and look every so many seconds (default 60)',
  again: 'resumed',
  kept: false,
});
