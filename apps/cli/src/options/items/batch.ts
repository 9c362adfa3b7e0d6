import { defineOption } from '../define-option.js';
import { flag } from '../option-types.js';

/** Whether targets and judges that have a batch API are asked by that: for less, and answered later. */
export const batch = defineOption(flag, {
  group: 'pace',
  flags: '--batch',
  description: 'ask in batches, for half the price: submits, and leaves; --resume collects',
});
