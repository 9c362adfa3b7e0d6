import { UsageError, type EvalCase, type ResultRow } from '@assay/schema';
import picomatch from 'picomatch';

/** True for cases whose id matches one of the globs; without globs for all. */
export function idFilter(globs: readonly string[]): ((id: string) => boolean) | undefined {
  if (globs.length === 0) return undefined;
  // An id may hold slashes and dots that mean nothing here: `*` is to match them all.
  const matchers = globs.map((glob) => {
    const match = picomatch(glob.replaceAll('/', '\u0001'), { dot: true });
    return (id: string) => id === glob || match(id.replaceAll('/', '\u0001'));
  });
  return (id) => matchers.some((match) => match(id));
}

/** True for cases that carry one of the tags; without tags for all. */
export function tagFilter(tags: readonly string[]): ((evalCase: EvalCase) => boolean) | undefined {
  if (tags.length === 0) return undefined;
  const wanted = new Set(tags);
  return (evalCase) => evalCase.tags.some((tag) => wanted.has(tag));
}

/** Which trials of an earlier run failed or were not scored. */
export async function failedTrials(
  rows: AsyncIterable<ResultRow>,
  run: string,
): Promise<(suite: string, caseId: string, target: string) => boolean> {
  const keys = new Set<string>();
  for await (const row of rows) {
    if (row.verdict === 'fail' || row.score === null) keys.add(`${row.suite}\n${row.caseId}\n${row.target}`);
  }
  if (keys.size === 0) {
    throw new UsageError(`nothing failed or was unscored in run ${run}`, {
      hint: 'leave --filter-failed out to run everything',
    });
  }
  return (suite, caseId, target) => keys.has(`${suite}\n${caseId}\n${target}`);
}
