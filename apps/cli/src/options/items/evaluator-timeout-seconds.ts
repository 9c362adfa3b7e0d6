import { defineOption } from '../define-option.js';
import { amount } from '../option-types.js';

/** Seconds that an evaluator may take itself. Those that come with Assay end long before; a program's own may never. */
export const evaluatorTimeoutSeconds = defineOption(amount('seconds'), {
  group: 'pace',
  description: 'time that one evaluator may take for a reply, besides what judges, embeddings and programs take',
  initial: 300,
  kept: false,
  again: 'resumed',
});
