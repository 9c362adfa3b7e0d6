import { defineReporter, type Comparison, type RunSummary, type RunTrust, type VerdictThresholds } from '@assay/schema';
import * as v from 'valibot';
import type { Slices } from '../statistics/slices/slices.js';
import { byOption, createSlicedRows } from './parts/sliced-rows.js';
import { toldRuns, type ToldRun } from './parts/told-run.js';

/** What GitHub takes for a comment. */
const MOST_CHARACTERS = 65_536;

interface ToldBesides {
  readonly comparison: Comparison | undefined;
  readonly trust: RunTrust | undefined;
  readonly slices: readonly Slices[];
  readonly thresholds: VerdictThresholds | undefined;
  readonly most: number;
}

async function runText(summary: RunSummary, { comparison, trust, slices, thresholds, most }: ToldBesides): Promise<string> {
  const { addComparison, addRun, LimitedText } = await import('./markdown/markdown-parts.js');
  const text = new LimitedText(most);
  if (comparison) addComparison(text, comparison, 0.3);
  addRun(text, summary, { trust, slices, thresholds });
  return text.toString();
}

async function comparisonText(comparison: Comparison, runs: readonly ToldRun[], most: number): Promise<string> {
  const { addComparison, addTrustOfRuns, LimitedText } = await import('./markdown/markdown-parts.js');
  const text = new LimitedText(most);
  addComparison(text, comparison, 0.6);
  addTrustOfRuns(text, runs);
  return text.toString();
}

/** A comment for a pull request: what changed, scores, and what somebody should look at. */
export const reporter = defineReporter({
  name: 'markdown',
  description: 'A comment for a pull request: what changed against baselines or another run, a table of scores and, folded below it, what somebody should look at.',
  options: v.strictObject({
    max_characters: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(4000),
        v.description(`Maximum number of characters in the whole report; what does not fit is left out and counted. Default ${MOST_CHARACTERS}, which is the limit of a GitHub comment.`),
      ),
    ),
    by: byOption('the results of a run are also summed up, with a table for each'),
  }),
  examples: [
    { title: 'A file for a comment', value: { name: 'markdown', file: 'comment.md' } },
    { title: 'A shorter one', value: { name: 'markdown', file: 'comment.md', max_characters: 8000 } },
    { title: 'With the results of each tag', value: { name: 'markdown', file: 'comment.md', by: ['tag'] } },
  ],
  writes: 'text/markdown',
  compares: true,
  create(options, environment) {
    const { max_characters: most = MOST_CHARACTERS } = options;
    const { output } = environment;
    const sliced = createSlicedRows(options, environment);
    let thresholds: VerdictThresholds | undefined;
    return {
      name: 'markdown',
      ...sliced.hooks,
      runStarted(run) {
        thresholds = run.thresholds;
        sliced.hooks.runStarted?.(run);
      },
      runFinished: async (summary, comparison, trust) => output.write(await runText(summary, { comparison, trust: await trust?.(), slices: sliced.list(), thresholds, most })),
      comparisonFinished: async (comparison, runs = []) => output.write(await comparisonText(comparison, await toldRuns(runs), most)),
    };
  },
});
