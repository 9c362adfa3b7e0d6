import { storedBytes, writeSpent, type Budget, type ResumeLedger, type ScoringExecutor } from '@assay/engine';
import { createRunAccumulator } from '@assay/reports';
import type { ResultRow, StoredBytes } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { notedOfOthers, spentOnRows, type SpentOnRows } from '../budget/spent-before.js';
import { composeExecutor } from '../compose-executor.js';
import { nothingToScore } from '../resume/nothing-to-score.js';
import { refuseOtherTargets } from '../resume/refuse-other-targets.js';
import type { NoteOutside } from '../resume/take-stock.js';
import type { MadeWithNotes } from '../named-files/made-with.js';
import type { OpenedRun } from './opened-run.js';

/** What a run has, and what is left to do, before its first trial. */
export interface Inventory {
  /** The run's folder, as it is shown. */
  readonly location: string;
  /** Executes trials: here, or by workers. */
  readonly executor: ScoringExecutor;
  /** What all rows come to; has those that were kept. */
  readonly statistics: ReturnType<typeof createRunAccumulator>;
  /** The plan against the stored rows; undefined for a run that begins. */
  readonly ledger: ResumeLedger | undefined;
  /** What it may take, less what was taken; undefined without limits. */
  readonly budget: Budget | undefined;
  /** How much was stored before replies began to be scored again; undefined where none are. */
  readonly rescoring: StoredBytes | undefined;
  /** To be called when the manifest is written; undefined for a run that begins. */
  readonly noteOutside: NoteOutside | undefined;
}

function names(of: readonly { readonly name: string }[]): readonly string[] {
  return of.map(({ name }) => name);
}

/** Takes the rows of earlier parts. */
async function takeKept({ earlier, log, reporter, rounds, rechecks, settings }: OpenedRun, { ledger, statistics, location }: Pick<Inventory, 'ledger' | 'statistics' | 'location'>, before: SpentOnRows): Promise<NoteOutside | undefined> {
  if (!earlier || !ledger) return undefined;
  const { signal } = settings;
  const onKept = (row: ResultRow): void => {
    statistics.add(row);
    reporter.trialKept(row);
  };
  const { countRechecks, countRows } = await import('../resume/lost-rows.js');
  const [counted, again] = [await countRows(earlier), await countRechecks(earlier)];
  const onStored = (row: ResultRow): void => {
    counted.seen(row);
    before.add(row);
    rounds?.stored(row);
  };
  const onNone = (rows: number): void => {
    if (earlier.mode === 'rescore' && settings.acceptChanges !== true) throw nothingToScore(earlier, rows, settings);
  };
  const { takeRows } = await import('../resume/take-stock.js');
  const noteOutside = await takeRows(ledger, { earlier, signal }, onKept, onStored, onNone);
  if (rechecks !== undefined) await (await import('../rechecks/stored-rechecks.js')).takeRechecks(earlier.location, before, again);
  for (const each of signal.aborted ? [] : rechecks === undefined ? [counted] : [counted, again]) {
    const lost = each.lost({ shown: location });
    if (lost) log.announce(lost);
  }
  return noteOutside;
}

/** Notes what each trial is made with as it is made ready. */
function noting(executor: ScoringExecutor, madeWith: Pick<MadeWithNotes, 'note'>): ScoringExecutor {
  return {
    ...executor,
    async prepare(trial) {
      await executor.prepare(trial);
      await madeWith.note(trial);
    },
  };
}

/**
 * Finds out what is to be done, tells that the run starts, and takes what is there already.
 * @throws UsageError when a run that is gone on with has no trial, or one that is scored again no reply of a trial; ConfigError when it would ask other targets than it began with.
 */
export async function takeInventory(run: OpenedRun): Promise<Inventory> {
  const { settings, prepared, reporter, queue, rounds, earlier, runId, store } = run;
  const { reading, resources, plan, suites } = prepared;
  const { verdicts: thresholds } = reading.project;
  const { signal } = settings;
  const targets = plan.targets.length > 0 ? names(plan.targets) : settings.targets;
  const statistics = createRunAccumulator({ thresholds, suites: names(suites), targets });
  const location = displayFolder(earlier?.shownFrom ?? settings.cwd, store.location);
  const rescoring = earlier?.mode === 'rescore' ? await storedBytes(earlier.location) : earlier?.manifest.rescoring;
  const composed = composeExecutor({ ...prepared, runId, settings });
  const { madeWith } = prepared;
  const local = prepared.byRepeat?.around(composed) ?? composed;
  const sent = queue?.executor(local) ?? local;
  const executor = madeWith ? noting(sent, madeWith) : sent;
  const ledger = earlier && (await (await import('../resume/take-stock.js')).planAll({ earlier, plan: plan.trials(), executor, signal }));
  if (ledger?.planned === 0 && !plan.anyCase && !signal.aborted) throw await (await import('../plan/empty-run.js')).emptyRun(settings, suites);
  if (earlier && settings.outputs === undefined && !signal.aborted) refuseOtherTargets(earlier, plan.targets, settings);
  reporter.runStarted({ runId, location, suites: names(suites), targets, judges: resources.judgeIds(), total: rounds ? rounds.restrict(plan).total : ledger ? ledger.planned : plan.total, thresholds });
  const before = spentOnRows((target) => settings.outputs !== undefined || plan.targets.some(({ name, provider }) => name === target && provider === 'replay'));
  const noteOutside = await takeKept(run, { ledger, statistics, location }, before);
  const { limits } = prepared.budget;
  const kept = earlier && limits.length > 0 ? await notedOfOthers(earlier.location, limits) : [];
  const budget = prepared.budget.open({
    before: earlier && limits.length > 0 ? await before.withNoted(earlier.location) : [],
    note: (taken) => writeSpent(store.location, [...taken, ...kept]),
  });
  return { location, executor, statistics, ledger, budget, rescoring, noteOutside };
}
