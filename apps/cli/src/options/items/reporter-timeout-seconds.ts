import { defineOption } from '../define-option.js';
import { amount } from '../option-types.js';

/** Seconds that reporters may take after the run to finish what they began. */
export const reporterTimeoutSeconds = defineOption(amount('seconds'), {
  group: 'pace',
  description: 'time that reporters may take after the run to finish what they began',
  initial: 30,
  kept: false,
  again: 'resumed',
});
