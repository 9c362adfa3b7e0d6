import { baselineCaseKey, baselineScore, UsageError, type ResultRow, type SuiteIdentity, type Verdict } from '@assay/schema';
import { createExactSum } from '../../statistics/figures/exact-sum.js';

/** A score in [0, 1] with what it stands for. */
export interface ScoredResult {
  readonly score: number;
  /** Null for an open one: it hangs on what could not be checked. */
  readonly verdict: Verdict | null;
}

/** What a run says about one case on one target, over its repeats. */
export interface CaseResult {
  /** Id, with the label of the variant in brackets. */
  readonly key: string;
  readonly caseId: string;
  /** Where the case stands: `file:line:column`. */
  readonly source: string;
  readonly weight: number;
  /** Where the case is a turn of a conversation. */
  readonly conversationId?: string | undefined;
  /** Scores of the repeats as a baseline holds them, in the order of the repeats; null for an unscored one. */
  readonly scores: readonly (number | null)[];
  /** The same with what is unscored at its worst, and at its best. */
  readonly worstScores: readonly number[];
  readonly bestScores: readonly number[];
  /** Repeats. */
  readonly trials: number;
  /** Repeats without a score. */
  readonly unscored: number;
  /** Over the scored repeats; null when there is none. */
  readonly result: ScoredResult | null;
  /** The result if everything unscored had been 0. Equal to `result` when nothing is unscored. */
  readonly worst: ScoredResult;
  /** The result if everything unscored had been 1. */
  readonly best: ScoredResult;
}

/** The cases of one suite on one target. */
export interface GroupResults {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  /** By key. */
  readonly cases: ReadonlyMap<string, CaseResult>;
}

/** Collects what a baseline needs of a run. */
export interface RunResults {
  /**
   * Takes a row. Of two rows of one trial the later one counts.
   * @param before repeats of runs whose results are pooled with these, and come before them; none unless given.
   * @throws UsageError when two cases of a suite would have the same key in a baseline.
   */
  add(row: ResultRow, before?: number): void;
  /** In the order of the first rows. */
  groups(): readonly GroupResults[];
}

/** A score with a verdict that is certain. */
interface RuledResult extends ScoredResult {
  readonly verdict: Verdict;
}

interface Repeat {
  readonly result: ScoredResult | null;
  readonly worst: RuledResult;
  readonly best: RuledResult;
}

interface OpenCase {
  readonly caseId: string;
  readonly source: string;
  readonly weight: number;
  readonly conversationId: string | undefined;
  readonly repeats: Map<number, Repeat>;
}

const RANKS: Readonly<Record<Verdict, number>> = { fail: 0, borderline: 1, pass: 2 };

/** Above 0 when the first verdict is the better one; 0 also when one of them is open. */
export function compareVerdicts(a: Verdict | null, b: Verdict | null): number {
  return a === null || b === null ? 0 : RANKS[a] - RANKS[b];
}

function repeatOf(row: ResultRow): Repeat {
  const { score, scoreBounds, verdictBounds } = row;
  if (score === null) {
    return { result: null, worst: { score: 0, verdict: verdictBounds.worst }, best: { score: 1, verdict: verdictBounds.best } };
  }
  return {
    result: { score, verdict: row.verdict },
    worst: { score: Math.min(scoreBounds.worst, score), verdict: verdictBounds.worst },
    best: { score: Math.max(scoreBounds.best, score), verdict: verdictBounds.best },
  };
}

/**
 * Mean score, and the verdict in the middle: `pass` when more than half of the repeats pass, `fail`
 * when at least half of them fail. So a single odd reply among several decides nothing.
 */
function overRepeats(results: readonly RuledResult[]): RuledResult | null {
  const sum = createExactSum();
  for (const { score } of results) sum.add(score);
  const verdicts = results.map(({ verdict }) => verdict).toSorted(compareVerdicts);
  const verdict = verdicts[Math.floor((verdicts.length - 1) / 2)];
  return verdict === undefined ? null : { score: baselineScore(sum.value() / results.length), verdict };
}

/** The result of the scored repeats. With open ones among them it has a verdict only if none of what they may be changes it. */
function scoredResult(scored: readonly (Repeat & { readonly result: ScoredResult })[]): ScoredResult | null {
  const at = (end: 'worst' | 'best') =>
    overRepeats(scored.map((repeat) => ({ score: repeat.result.score, verdict: repeat.result.verdict ?? repeat[end].verdict })));
  const [worst, best] = [at('worst'), at('best')];
  return worst && { score: worst.score, verdict: worst.verdict === best?.verdict ? worst.verdict : null };
}

function closeCase(key: string, { caseId, source, weight, conversationId, repeats }: OpenCase): CaseResult {
  const all = [...repeats].toSorted(([one], [other]) => one - other).map(([, repeat]) => repeat);
  const scored = all.flatMap((repeat) => (repeat.result === null ? [] : [{ ...repeat, result: repeat.result }]));
  return {
    key,
    caseId,
    source,
    weight,
    ...(conversationId === undefined ? {} : { conversationId }),
    scores: all.map(({ result }) => (result === null ? null : baselineScore(result.score))),
    worstScores: all.map(({ worst }) => baselineScore(worst.score)),
    bestScores: all.map(({ best }) => baselineScore(best.score)),
    trials: all.length,
    unscored: all.length - scored.length,
    result: scoredResult(scored),
    worst: overRepeats(all.map((repeat) => repeat.worst)) ?? { score: 0, verdict: 'fail' },
    best: overRepeats(all.map((repeat) => repeat.best)) ?? { score: 1, verdict: 'pass' },
  };
}

/**
 * Collects the results of a run by suite and target. Memory grows with cases and repeats, not with
 * replies.
 */
export function createRunResults(): RunResults {
  const groups = new Map<string, SuiteIdentity & { target: string; cases: Map<string, OpenCase> }>();
  return {
    add(row, before = 0) {
      const { suite, suitePath, target, caseId, variant, source, caseWeight: weight, conversationId } = row;
      const repeat = before + row.repeat;
      const name = JSON.stringify([suite, suitePath, target]);
      let group = groups.get(name);
      if (!group) groups.set(name, (group = { suite, suitePath, target, cases: new Map() }));
      const key = baselineCaseKey(caseId, variant.label);
      const known = group.cases.get(key);
      if (known && known.caseId !== caseId) {
        throw new UsageError(`${suite}: the cases "${known.caseId}" and "${caseId}" would both be "${key}" in a baseline`, {
          hint: 'rename one of them: the brackets at the end of an id stand for a variant',
        });
      }
      if (known) known.repeats.set(repeat, repeatOf(row));
      else group.cases.set(key, { caseId, source, weight, conversationId, repeats: new Map([[repeat, repeatOf(row)]]) });
    },
    groups: () =>
      [...groups.values()].map(({ suite, suitePath, target, cases }) => ({
        suite,
        suitePath,
        target,
        cases: new Map([...cases].map(([key, open]) => [key, closeCase(key, open)])),
      })),
  };
}
