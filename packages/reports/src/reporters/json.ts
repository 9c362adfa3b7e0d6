import { defineReporter, encodeSummary } from '@assay/schema';
import * as v from 'valibot';

/**
 * One JSON document when the run has ended: its summary with snake_case names, as `RunSummarySchema` of
 * `@assay/schema` describes it; of a comparison, the document that its command prints. Nothing else is written.
 */
export const reporter = defineReporter({
  name: 'json',
  description: 'The summary of the run as one JSON document: outcome, scores of each suite on each target, and the cases that failed. Of a comparison what changed.',
  options: v.strictObject({}),
  examples: [{ title: 'The summary in a file', value: { name: 'json', file: 'summary.json' } }],
  writes: 'application/json',
  compares: true,
  create: (_options, { output }) => ({
    name: 'json',
    runFinished: (summary) => output.write(`${JSON.stringify(encodeSummary(summary), null, 2)}\n`),
    comparisonFinished: ({ document }) => output.write(`${JSON.stringify(document, null, 2)}\n`),
  }),
});
