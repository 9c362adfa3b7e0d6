import { defineReporter, encodeSummary, type ReportedRun, type RunTrust } from '@assay/schema';
import * as v from 'valibot';
import { encodeCalibration } from '../calibration/tables/encode-calibration.js';
import { encodeKeptRanking } from '../ranking/encode-ranking.js';
import { encodeSlices } from '../statistics/slices/encode-slices.js';
import { byOption, createSlicedRows } from './parts/sliced-rows.js';
import { toldRuns } from './parts/told-run.js';

/** What is known of a run beyond its rows; empty for nothing. */
function encodeTrust({ calibration, ranking, problems }: RunTrust): Record<string, unknown> {
  return {
    ...(calibration ? { calibration: encodeCalibration(calibration) } : {}),
    ...(ranking ? { ranking: encodeKeptRanking(ranking) } : {}),
    ...(problems.length > 0 ? { problems } : {}),
  };
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** What is known of the judges of compared runs, in the order in which they were given; undefined where nothing is. */
async function encodeTrustOfRuns(runs: readonly ReportedRun[]): Promise<readonly Record<string, unknown>[] | undefined> {
  const told = (await toldRuns(runs)).map(({ run, judging, trust }) => {
    const known = { ...(judging && run.summary ? { judging: encodeSummary(run.summary)['judging'] } : {}), ...(trust ? encodeTrust(trust) : {}) };
    return { isKnown: !isEmpty(known), run: { run_id: run.id, location: run.location, ...known } };
  });
  return told.some(({ isKnown }) => isKnown) ? told.map(({ run }) => run) : undefined;
}

/**
 * One JSON document when the run has ended: its summary with snake_case names, as
 * `@assay/schema/schemas/run-summary.schema.json` describes it, and `trust` where labels, a calibration or a ranking say something of it; of a comparison, the document that its
 * command prints, and under `trust` what is known of each of its runs. Nothing else is written.
 */
export const reporter = defineReporter({
  name: 'json',
  description: 'The summary of the run as one JSON document: outcome, scores of each suite on each target, and the cases that failed. For a comparison, what changed.',
  options: v.strictObject({
    by: byOption('the results of a run are also summed up, as `slices`'),
  }),
  examples: [{ title: 'The summary in a file', value: { name: 'json', file: 'summary.json' } }, { title: 'With the results of each tag', value: { name: 'json', file: 'summary.json', by: ['tag'] } }],
  writes: 'application/json',
  compares: true,
  create: (options, environment) => {
    const { output } = environment;
    const sliced = createSlicedRows(options, environment);
    return {
      name: 'json',
      ...sliced.hooks,
      runFinished: async (summary, _comparison, trust) => {
        const known = trust ? encodeTrust(await trust()) : {};
        const slices = sliced.list();
        const more = { ...(slices.length > 0 ? { slices: slices.map(encodeSlices) } : {}), ...(isEmpty(known) ? {} : { trust: known }) };
        await output.write(`${JSON.stringify({ ...encodeSummary(summary), ...more }, null, 2)}\n`);
      },
      comparisonFinished: async ({ document }, runs = []) => {
        const trust = await encodeTrustOfRuns(runs);
        await output.write(`${JSON.stringify({ ...document, ...(trust ? { trust } : {}) }, null, 2)}\n`);
      },
    };
  },
});
