import { defineOption } from '../define-option.js';
import { texts } from '../option-types.js';

/** What results are summed up by, in the terminal and in reports. */
export const by = defineOption(texts, {
  group: 'shown',
  flags: '--by <key>',
  description: 'print a table by suite, target, variant, evaluator, tag, tag:KEY or var:NAME after the summary, or as slices of --json (repeatable)',
  kept: false,
  again: 'resumed',
});
