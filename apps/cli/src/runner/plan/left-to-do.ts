import { ResumeLedger, storedRows } from '@assay/engine';
import { suiteKey, type Suite, type Trial } from '@assay/schema';
import { composeExecutor } from '../compose-executor.js';
import type { PreparedRun } from '../prepare-run.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import type { RunPlan } from './plan-run.js';
import { SpendingForecast, type ForeseenSpending } from './foresee-spending.js';

/** What a run would do, or what is left of one to do. */
export interface LeftToDo {
  readonly groups: RunPlan['groups'];
  /** Trials whose replies are there, and would be scored again. */
  readonly rescored: number;
  readonly spending: readonly ForeseenSpending[];
}

/** What the stored rows of an earlier part leave to do. Reads them, and changes nothing. */
async function ledgerOf(earlier: EarlierRun, prepared: PreparedRun): Promise<ResumeLedger> {
  const ledger = new ResumeLedger(earlier.mode);
  const executor = composeExecutor({ ...prepared, runId: earlier.manifest.runId });
  for await (const trial of prepared.plan.trials()) {
    await executor.prepare(trial);
    ledger.plan(trial.key, executor.assessmentKey(trial));
  }
  for await (const { row, place } of storedRows(earlier.location).all()) ledger.found(row, place);
  return ledger;
}

/** Files that are read while they run are left out of a run that begins: their trials are not known without reading them. */
async function* counted({ plan, suites }: PreparedRun, whole: boolean): AsyncGenerator<Trial> {
  const streamed = new Set(suites.filter(({ size }: Suite) => size === undefined).map(({ name, path }) => suiteKey({ suite: name, suitePath: path })));
  if (!whole && streamed.size === suites.length) return;
  for await (const trial of plan.trials()) if (whole || !streamed.has(suiteKey(trial))) yield trial;
}

/** @param earlier what would be gone on with. */
export async function leftToDo(prepared: PreparedRun, earlier: EarlierRun | undefined): Promise<LeftToDo> {
  const ledger = earlier && (await ledgerOf(earlier, prepared));
  const forecast = new SpendingForecast();
  const groups = new Map<string, RunPlan['groups'][number]>();
  let rescored = 0;
  for await (const trial of counted(prepared, ledger !== undefined)) {
    const isDone = ledger?.has(trial.key) === true;
    const isThere = ledger?.placeOf(trial.key) !== undefined;
    const { target, panels } = prepared.resources.partiesOf(trial);
    forecast.add({ trial, target, panels, way: isDone ? 'done' : isThere ? 'scored' : 'asked' });
    if (isDone) continue;
    if (isThere) rescored += 1;
    const { suite, suitePath, variant } = trial;
    const key = `${suiteKey(trial)}\n${target.name}\n${variant.label}`;
    const trials = (groups.get(key)?.trials ?? 0) + 1;
    groups.set(key, { suite, suitePath, target: target.name, ...(variant.label === '' ? {} : { variant: variant.label }), trials });
  }
  return { groups: ledger ? [...groups.values()] : prepared.plan.groups, rescored, spending: forecast.all() };
}
