import { defineReporter, type Comparison, type RunSummary, type RunTrust } from '@assay/schema';
import * as v from 'valibot';
import { addComparison } from './markdown/comparison-part.js';
import { LimitedText } from './markdown/limited-text.js';
import { addRun } from './markdown/run-part.js';
import { addTrustOfRuns } from './markdown/trust-part.js';
import { toldRuns, type ToldRun } from './parts/told-run.js';

/** What GitHub takes for a comment. */
const MOST_CHARACTERS = 65_536;

function runText(summary: RunSummary, { comparison, trust, most }: { readonly comparison: Comparison | undefined; readonly trust: RunTrust | undefined; readonly most: number }): string {
  const text = new LimitedText(most);
  if (comparison) addComparison(text, comparison, 0.3);
  addRun(text, summary, trust);
  return text.toString();
}

function comparisonText(comparison: Comparison, runs: readonly ToldRun[], most: number): string {
  const text = new LimitedText(most);
  addComparison(text, comparison, 0.6);
  addTrustOfRuns(text, runs);
  return text.toString();
}

/** A comment for a pull request: what changed, scores, and what somebody should look at. */
export const reporter = defineReporter({
  name: 'markdown',
  description: 'A comment for a pull request: what changed against baselines or another run, a table of scores, and folded below it what somebody should look at.',
  options: v.strictObject({
    max_characters: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(4000),
        v.description(`Most characters of the whole; what has no room is counted. Default ${MOST_CHARACTERS}, which is what GitHub takes for a comment.`),
      ),
    ),
  }),
  examples: [
    { title: 'A file for a comment', value: { name: 'markdown', file: 'comment.md' } },
    { title: 'A shorter one', value: { name: 'markdown', file: 'comment.md', max_characters: 8000 } },
  ],
  writes: 'text/markdown',
  compares: true,
  create: ({ max_characters: most = MOST_CHARACTERS }, { output }) => ({
    name: 'markdown',
    runFinished: async (summary, comparison, trust) => output.write(runText(summary, { comparison, trust: await trust?.(), most })),
    comparisonFinished: async (comparison, runs = []) => output.write(comparisonText(comparison, await toldRuns(runs), most)),
  }),
});
