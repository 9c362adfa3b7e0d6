import { defineReporter, encodeSummary, type RunTrust } from '@assay/schema';
import * as v from 'valibot';
import { encodeCalibration } from '../calibration/tables/encode-calibration.js';
import { encodeKeptRanking } from '../ranking/encode-ranking.js';

/** What is known of the run beyond its rows, where anything is. */
function encodeTrust({ calibration, ranking, problems }: RunTrust): Record<string, unknown> {
  const trust = {
    ...(calibration ? { calibration: encodeCalibration(calibration) } : {}),
    ...(ranking ? { ranking: encodeKeptRanking(ranking) } : {}),
    ...(problems.length > 0 ? { problems } : {}),
  };
  return Object.keys(trust).length > 0 ? { trust } : {};
}

/**
 * One JSON document when the run has ended: its summary with snake_case names, as `RunSummarySchema` of
 * `@assay/schema` describes it, and `trust` where labels, a calibration or a ranking say something of it; of a comparison, the document that its command prints. Nothing else is written.
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
    runFinished: async (summary, _comparison, trust) => {
      const known = trust ? encodeTrust(await trust()) : {};
      await output.write(`${JSON.stringify({ ...encodeSummary(summary), ...known }, null, 2)}\n`);
    },
    comparisonFinished: ({ document }) => output.write(`${JSON.stringify(document, null, 2)}\n`),
  }),
});
