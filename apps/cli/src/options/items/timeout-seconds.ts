import { defineOption } from '../define-option.js';
import { amount } from '../option-types.js';

/** Seconds for one reply of a target or judge. */
export const timeoutSeconds = defineOption(amount('seconds'), {
  group: 'pace',
  flags: '--timeout <seconds>',
  description: 'time for one reply of a target or judge',
  setting: 'timeout_seconds',
  default: 120,
  again: 'resumed',
});
