import { NOTHING_TO_SCORE, suiteKey, UsageError, type ResultRow, type Suite, type SuiteIdentity } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import type { Lack } from './lacking-run.js';

/** Trials of an earlier run that failed, were not scored, or are open. */
export interface FailedTrials {
  /** @param variant label of the variant. */
  has(suite: Suite, caseId: string, target: string, variant: string): boolean;
}

/** The paths of suites by their names. */
class PathsByName {
  readonly #paths = new Map<string, Set<string>>();

  add({ suite, suitePath }: SuiteIdentity): void {
    const paths = this.#paths.get(suite);
    if (paths) paths.add(suitePath);
    else this.#paths.set(suite, new Set([suitePath]));
  }

  /** The path of the only suite of a name; undefined when there is none or several. */
  only(name: string): string | undefined {
    const paths = this.#paths.get(name) ?? new Set();
    return paths.size === 1 ? [...paths][0] : undefined;
  }
}

export interface FailedTrialsOptions {
  /** As the user named the run, for the message. */
  readonly run: string;
  /** Also what was borderline. */
  readonly borderline: boolean;
  /** Of the run that is planned. */
  readonly suites: readonly Suite[];
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
  /** What that run lacks, asked when all of its rows are read. Default: nothing. */
  readonly lack?: (() => Promise<Lack | undefined>) | undefined;
}

/** A trial that nothing scores lost nothing: running it again would not help. */
function isWanted({ verdict, error }: ResultRow, borderline: boolean): boolean {
  if (verdict === 'borderline') return borderline;
  return verdict !== 'pass' && error?.code !== NOTHING_TO_SCORE;
}

/**
 * Finds what failed, was not scored, or is open. Suites are the same when name and path are; one whose
 * name no other has, then and now, is the same after its file was moved too.
 * @throws UsageError when nothing did.
 */
export async function failedTrials(
  rows: AsyncIterable<ResultRow>,
  { run, borderline, suites, words, lack }: FailedTrialsOptions,
): Promise<FailedTrials> {
  const trials = new Set<string>();
  const [before, now] = [new PathsByName(), new PathsByName()];
  for (const { name, path } of suites) now.add({ suite: name, suitePath: path });
  for await (const row of rows) {
    before.add(row);
    if (!isWanted(row, borderline)) continue;
    trials.add(`${suiteKey(row)}\n${row.caseId}\n${row.target}\n${row.variant.label}`);
  }
  if (trials.size === 0) {
    const { say } = wordsOf({ words });
    const lacks = await lack?.();
    throw new UsageError(`nothing failed${borderline ? ', was borderline' : ''} or was unscored in run ${run}${lacks ? `, which ${lacks.what}` : ''}`, {
      hint: lacks?.hint ?? `leave ${say('filterFailed')} out to run everything${borderline ? '' : `, or add ${say('filterBorderline', true)} for what was borderline`}`,
    });
  }
  const keyOf = ({ name, path }: Suite): string =>
    suiteKey({ suite: name, suitePath: (now.only(name) === undefined ? undefined : before.only(name)) ?? path });
  return {
    has: (suite, caseId, target, variant) => trials.has(`${keyOf(suite)}\n${caseId}\n${target}\n${variant}`),
  };
}
