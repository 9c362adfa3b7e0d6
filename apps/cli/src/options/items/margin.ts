import { defineOption } from '../define-option.js';
import { fractionBelow1 } from '../option-types.js';

/** Largest drop of a mean that is accepted where the run is compared with another. */
export const margin = defineOption(fractionBelow1, {
  group: 'outcome',
  flags: '--margin <difference>',
  description: "with --against: the largest drop of a suite's mean that is accepted; anything not shown to be within it is no pass",
  again: 'resumed',
});
