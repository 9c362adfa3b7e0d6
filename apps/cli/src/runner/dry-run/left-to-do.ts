import type { ResumeLedger } from '@assay/engine';
import { suiteKey, type ReportDiagnostic, type ResultRow, type Trial } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import type { PreparedRun } from '../prepare-run.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import { inOrder, type RunPlan } from '../plan/plan-run.js';
import { leastRepeats, rangeOf } from '../plan/repeats-of.js';
import { SpendingForecast, type ForeseenSpending } from '../plan/foresee-spending.js';

/** Trials of a suite on a target. */
type PlannedTrials = RunPlan['groups'][number] & {
  /** Where repeats are added until it is decided, or cases are asked again: those that there may be in the end; `trials` are those at the least. */
  readonly mostTrials?: number | undefined;
};

/** What a run would do, or what is left of one to do. */
export interface LeftToDo {
  readonly groups: readonly PlannedTrials[];
  /** Trials whose replies are there, and would be scored again. */
  readonly rescored: number;
  readonly spending: readonly ForeseenSpending[];
  /** How many rows are stored, where none of them is of a trial that is planned; 0 otherwise. */
  readonly unplanned: number;
}

/** How often each case may be asked again. A run that asks for no reply asks none again. */
function recheckedTimes({ rechecks = 0 }: PreparedRun, earlier: EarlierRun | undefined): number {
  return earlier?.mode === 'rescore' ? 0 : rechecks;
}

/** Every trial that there may be: which cases are asked again is known only when their repeats are. */
async function* allTrials(prepared: PreparedRun, earlier: EarlierRun | undefined): AsyncGenerator<Trial> {
  yield* prepared.plan.trials();
  const more = recheckedTimes(prepared, earlier);
  if (more > 0) yield* prepared.plan.more(more, () => true);
}

/** All of them, ready to be looked at: files that are read while they run are read for it, as far as the run would read them. */
async function* ready(prepared: PreparedRun, earlier: EarlierRun | undefined): AsyncGenerator<Trial> {
  for await (const trial of allTrials(prepared, earlier)) {
    await prepared.resources.prepare(trial);
    yield trial;
  }
}

/** Requests at the least are those of the least repeats, and all else is of the most. */
function between(least: readonly ForeseenSpending[], most: readonly ForeseenSpending[]): readonly ForeseenSpending[] {
  return most.map((party) => ({ ...party, requests: least.find(({ name, role }) => name === party.name && role === party.role)?.requests ?? 0 }));
}

/** What the stored rows leave, and what of them is gone. */
async function ledgerOf(earlier: EarlierRun, prepared: PreparedRun, announce: ReportDiagnostic): Promise<{ readonly ledger: ResumeLedger; readonly rows: number }> {
  const { countRechecks, countRows } = await import('../resume/lost-rows.js');
  const [counted, again] = [await countRows(earlier), await countRechecks(earlier)];
  let rows = 0;
  const counting = (seen: (row: ResultRow) => void) => (row: ResultRow): void => {
    rows += 1;
    seen(row);
  };
  const ledger = await (await import('../resume/stored-ledger.js')).storedLedger(earlier, { prepared, trials: allTrials(prepared, earlier), onStored: counting(counted.seen), onRechecked: counting(again.seen) });
  for (const each of [counted, again]) {
    const lost = each.lost({ shown: displayFolder(earlier.shownFrom, earlier.location), foreseen: true });
    if (lost) announce(lost);
  }
  return { ledger, rows };
}

/** @param earlier what would be gone on with. @param announce is told of what whoever goes on with it should know. */
export async function leftToDo(prepared: PreparedRun, earlier: EarlierRun | undefined, announce: ReportDiagnostic): Promise<LeftToDo> {
  const repeat = prepared.options.of('repeat');
  const [least, more] = [leastRepeats(repeat), recheckedTimes(prepared, earlier)];
  const isOpen = rangeOf(repeat) !== undefined || more > 0;
  const { ledger, rows = 0 } = earlier ? await ledgerOf(earlier, prepared, announce) : {};
  const [forecast, atLeast] = [new SpendingForecast(), new SpendingForecast()];
  const groups = new Map<string, PlannedTrials>();
  let rescored = 0;
  for await (const trial of ready(prepared, earlier)) {
    const isDone = ledger?.has(trial.key) === true;
    const isThere = ledger?.placeOf(trial.key) !== undefined;
    const isSure = trial.repeat <= least;
    const foreseen = { trial, ...prepared.resources.partiesOf(trial), way: isDone ? 'done' : ledger?.reopens(trial.key) === true ? 'compared' : isThere ? 'scored' : 'asked' } as const;
    forecast.add(foreseen);
    if (isOpen && isSure) atLeast.add(foreseen);
    if (isDone) continue;
    if (isThere) rescored += 1;
    const { suite, suitePath, variant } = trial;
    const key = `${suiteKey(trial)}\n${trial.target.name}\n${variant.label}`;
    const { trials = 0, mostTrials = 0 } = groups.get(key) ?? {};
    const label = variant.label === '' ? {} : { variant: variant.label };
    groups.set(key, { suite, suitePath, target: trial.target.name, ...label, trials: trials + (isSure ? 1 : 0), ...(isOpen ? { mostTrials: mostTrials + 1 } : {}) });
  }
  return { groups: inOrder([...groups.values()]), rescored, spending: isOpen ? between(atLeast.all(), forecast.all()) : forecast.all(), unplanned: ledger?.outside === rows ? rows : 0 };
}
