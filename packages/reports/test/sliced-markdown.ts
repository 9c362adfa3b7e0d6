import { sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import { reporter as definition } from '../src/reporters/markdown.js';
import { makeReporter } from './make-reporter.js';

/** Rows of which each has a tag and a value of its own, and no short ones. */
const MANY = Array.from({ length: 201 }, (_, index) => sampleRow({ caseId: `c${index}`, tags: [`|${'<'.repeat(100)}${index}`], score: index % 2, vars: { n: index } }));

/** The Markdown report of a run, with tables by these keys. */
export async function slicedMarkdown(options: Readonly<Record<string, unknown>>, by?: readonly string[], rows = MANY): Promise<string> {
  const { reporter, written } = await makeReporter(definition, options, { by });
  await reporter.runStarted?.(sampleRunStart());
  for (const row of rows) await reporter.trialFinished?.(row);
  await reporter.runFinished?.(sampleSummary());
  return written();
}
