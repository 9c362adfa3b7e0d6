import { composedText, NOTHING_TO_SCORE, UsageError, type EvalCase, type ResultRow } from '@assay/schema';
import picomatch from 'picomatch';

/** True for cases whose id matches one of the globs; without globs for all. */
export function idFilter(globs: readonly string[]): ((id: string) => boolean) | undefined {
  if (globs.length === 0) return undefined;
  // An id may hold slashes and dots that mean nothing here: `*` is to match them all.
  const matchers = globs.map(composedText).map((glob) => {
    const match = picomatch(glob.replaceAll('/', '\u0001'), { dot: true });
    return (id: string) => id === glob || match(id.replaceAll('/', '\u0001'));
  });
  return (id) => matchers.some((match) => match(id));
}

/** True for cases that carry one of the tags; without tags for all. */
export function tagFilter(tags: readonly string[]): ((evalCase: EvalCase) => boolean) | undefined {
  if (tags.length === 0) return undefined;
  const wanted = new Set(tags.map(composedText));
  return (evalCase) => evalCase.tags.some((tag) => wanted.has(tag));
}

/** Trials of an earlier run that failed, were not scored, or are open. */
export interface FailedTrials {
  /** @param variant label of the variant. */
  has(suite: string, caseId: string, target: string, variant: string): boolean;
  anyVariant(suite: string, caseId: string, target: string): boolean;
}

export interface FailedTrialsOptions {
  /** As the user named the run, for the message. */
  readonly run: string;
  /** Also what was borderline. */
  readonly borderline: boolean;
}

/** A trial that nothing scores lost nothing: running it again would not help. */
function isWanted({ verdict, error }: ResultRow, borderline: boolean): boolean {
  if (verdict === 'borderline') return borderline;
  return verdict !== 'pass' && error?.code !== NOTHING_TO_SCORE;
}

/**
 * Finds what failed, was not scored, or is open.
 * @throws UsageError when nothing did.
 */
export async function failedTrials(rows: AsyncIterable<ResultRow>, { run, borderline }: FailedTrialsOptions): Promise<FailedTrials> {
  const pairs = new Set<string>();
  const trials = new Set<string>();
  for await (const row of rows) {
    if (!isWanted(row, borderline)) continue;
    const pair = `${row.suite}\n${row.caseId}\n${row.target}`;
    pairs.add(pair);
    trials.add(`${pair}\n${row.variant.label}`);
  }
  if (trials.size === 0) {
    throw new UsageError(`nothing failed${borderline ? ', was borderline' : ''} or was unscored in run ${run}`, {
      hint: `leave --filter-failed out to run everything${borderline ? '' : ', or add --borderline for what was borderline'}`,
    });
  }
  return {
    has: (suite, caseId, target, variant) => trials.has(`${suite}\n${caseId}\n${target}\n${variant}`),
    anyVariant: (suite, caseId, target) => pairs.has(`${suite}\n${caseId}\n${target}`),
  };
}
