import { defineOption } from '../define-option.js';
import { amount } from '../option-types.js';

/** Most US dollars for targets, judges and embeddings together, over all parts of the run. */
export const maxCost = defineOption(amount('US dollars'), {
  group: 'budget',
  flags: '--max-cost <usd>',
  description: 'stop before targets, judges and embeddings have cost more than this many US dollars',
  setting: 'max_cost',
  ofSuites: true,
  again: 'resumed',
});
