import { addOutsideKeys, recheckRows, storedRows, type NeededTrials, type ResumeLedger, type ScoringExecutor } from '@assay/engine';
import { createRecheckTally, createRechecksSum, type RecheckPlace } from '@assay/reports';
import { suiteKey, type RechecksSummary, type Redactor, type SuiteIdentity, type Trial, type VerdictThresholds } from '@assay/schema';
import { readRun } from '../../runs/read-run.js';
import type { RunPlan } from '../plan/plan-run.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import { lookAhead, planAll, staleIn } from '../resume/take-stock.js';

export interface RunRechecksOptions {
  /** Times that a case is asked again. */
  readonly most: number;
  readonly plan: Pick<RunPlan, 'more' | 'needed'>;
  /** Suites that are left as they are. */
  readonly left: readonly SuiteIdentity[];
  /** Folder of the run, absolute. */
  readonly location: string;
  readonly thresholds: VerdictThresholds | undefined;
  readonly earlier: EarlierRun | undefined;
  readonly executor: Pick<ScoringExecutor, 'prepare' | 'assessmentKey' | 'compares'>;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
}

/** The cases of a run that are asked again, once all of its planned repeats are stored. */
export interface RunRechecks {
  readonly counts: Pick<RechecksSummary, 'most' | 'cases' | 'planned' | 'done'>;
  /** The rows that are there already against the plan; undefined for a run that begins. */
  readonly ledger: ResumeLedger | undefined;
  /** True when some of it is to be done. */
  readonly any: boolean;
  /** Which of them depend on others of them; undefined where none does. */
  readonly needed: NeededTrials | undefined;
  trials(): AsyncIterable<Trial>;
  /** How many rows are stored. @param done of those that are planned, as far as that is known */
  storedBy(done: number): number;
  /** What came of it, by the rows that are stored. @throws StoreError */
  summary(): Promise<RechecksSummary>;
}

const keyOf = ({ suite, suitePath, target, variant, caseId }: RecheckPlace): string => JSON.stringify([suitePath, suite, target, variant, caseId]);

interface StoredRechecks {
  readonly places: ReadonlySet<string>;
  readonly trialKeys: ReadonlySet<string>;
}

async function storedRechecks(location: string): Promise<StoredRechecks> {
  const places = new Set<string>();
  const trialKeys = new Set<string>();
  for await (const { suite, suitePath, target, variant, caseId, trialKey } of recheckRows(location)) {
    places.add(keyOf({ suite, suitePath, target, variant: variant.label, caseId }));
    trialKeys.add(trialKey);
  }
  return { places, trialKeys };
}

/** Rows that count. */
interface TakenRows {
  readonly all: number;
  /** Those of suites that are left as they are. */
  readonly left: number;
}

/** Finds every stored row its place, and notes which ones do not count any more. Those of the run's own trials are taken before. */
async function takeRows(ledger: ResumeLedger, earlier: EarlierRun, isLeft: (suite: SuiteIdentity) => boolean, signal: AbortSignal): Promise<TakenRows> {
  let [all, left] = [0, 0];
  const outside: string[] = [];
  const rows = storedRows(earlier.location, 'rechecks');
  const isStale = staleIn(earlier, 'rechecks');
  await lookAhead(ledger, rows, isStale, signal);
  for await (const { row, place } of rows.all()) {
    if (signal.aborted) return { all, left };
    if (isLeft(row)) left += 1;
    else if (ledger.found(row, place, isStale(place)) === 'outside') {
      outside.push(row.trialKey);
      continue;
    }
    all += 1;
  }
  await addOutsideKeys(earlier.location, outside);
  return { all, left };
}

/**
 * Finds out which cases of a run are asked again, and what is left to do of that. It hangs on what was asked for and on the rows that are
 * stored, and on nothing else: a run that is gone on with comes to the same.
 * @throws StoreError
 */
export async function planRechecks({ most, plan, left, location, thresholds, earlier, executor, redactor, signal }: RunRechecksOptions): Promise<RunRechecks> {
  const tally = createRecheckTally(thresholds);
  for await (const row of readRun(location)) tally.add(row);
  const sum = (): ReturnType<typeof createRechecksSum> => createRechecksSum(tally, most);
  const stored = earlier && (await storedRechecks(location));
  const leftKeys = new Set(left.map(suiteKey));
  const isLeft = (suite: SuiteIdentity): boolean => leftKeys.has(suiteKey(suite));
  // A place as rows have it, without secrets.
  const stand = (place: RecheckPlace): RecheckPlace => ({ ...place, variant: redactor.value(place.variant) });
  const needs = (place: RecheckPlace): boolean => tally.reasonOf(stand(place)) !== undefined;
  // A run whose replies are scored again asks for none: its rechecks are those that are there.
  const isWanted = (place: RecheckPlace): boolean => !isLeft(place) && (stored?.places.has(keyOf(stand(place))) === true || (earlier?.mode !== 'rescore' && needs(place)));
  const expected = new Map<string, RecheckPlace>();
  const placeOf = ({ suite, suitePath, target, variant }: Trial, caseId: string): RecheckPlace => stand({ suite, suitePath, target: target.name, variant: variant.label, caseId });
  const trials = async function* (): AsyncGenerator<Trial> {
    for await (const trial of plan.more(most, isWanted)) {
      // What was asked again before its repeats were scored otherwise is kept, and no more of it is asked for.
      if (earlier?.mode !== 'resume' || stored?.trialKeys.has(trial.key) === true || needs(placeOf(trial, trial.evalCase.id))) yield trial;
    }
  };
  let planned = 0;
  const noted = async function* (): AsyncGenerator<Trial> {
    for await (const trial of trials()) {
      const place = placeOf(trial, trial.evalCase.id);
      expected.set(keyOf(place), place);
      planned += 1;
      yield trial;
    }
  };
  let ledger: ResumeLedger | undefined;
  let taken: TakenRows = { all: 0, left: 0 };
  if (earlier) {
    ledger = await planAll({ earlier, plan: noted(), executor, signal });
    taken = await takeRows(ledger, earlier, isLeft, signal);
  } else for await (const _ of noted()) if (signal.aborted) break;
  const done = ledger?.size ?? 0;
  return {
    counts: { most, cases: expected.size, planned, done },
    ledger,
    any: earlier?.mode === 'rescore' ? (ledger?.rescored ?? 0) > 0 : done < planned,
    // What is not asked again is as its planned repeats left it.
    needed: plan.needed && { isNeeded: plan.needed.isNeeded, isAsked: (trial, caseId) => expected.has(keyOf(placeOf(trial, caseId))) },
    trials,
    // Those that are scored again are there until that is done.
    storedBy: (of) => Math.max(taken.all, taken.left + of),
    async summary() {
      const all = sum();
      for (const place of expected.values()) all.expect(place);
      for await (const row of recheckRows(location)) all.add(row);
      return { ...all.summary(), planned };
    },
  };
}
