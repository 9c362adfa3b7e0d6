import type { Suite } from '@assay/schema';
import { settledByProject, type EffectiveOptions, type OptionValues } from '../options/option-values.js';
import { checkNames } from './judges/check-names.js';
import { equipRun, type RunEquipment } from './prepare/equip-run.js';
import { planTrials, type PlannedTrials } from './prepare/plan-trials.js';
import { readRun } from './prepare/read-run.js';
import type { Reading } from './reading/compose-reading.js';
import type { Extensions } from './reading/installed-definitions.js';
import type { DiagnosticLog } from './reporting/diagnostic-log.js';
import type { PlannedReport } from './reporting/plan-reports.js';
import type { EarlierRun } from './resume/earlier-run.js';
import { passedOverDiagnostic } from './resume/passed-over-diagnostic.js';
import type { RunSettings } from './run-settings.js';

/** A run that could start: everything is read, checked and ready. */
export interface PreparedRun extends RunEquipment, PlannedTrials {
  readonly reading: Reading;
  /** The values of all options. */
  readonly options: EffectiveOptions;
  /** What settings and suites say of the run as it begins, and what holds for all its parts; what whoever starts it says wins. */
  readonly settled: OptionValues;
  readonly suites: readonly Suite[];
  /** Reports that are asked for by name, not opened yet. */
  readonly reports: readonly PlannedReport[];
  /** How often single cases may be asked again when all else is done; undefined for a run that asks none again. */
  readonly rechecks: number | undefined;
}

/**
 * Reads and checks everything that a run takes, and makes it ready.
 * @param earlier what it goes on with.
 * @throws InvalidFileError with the findings of all files.
 * @throws ConfigError, UsageError
 */
export async function prepareRun(settings: RunSettings, log: DiagnosticLog, extensions: Extensions, earlier?: EarlierRun): Promise<PreparedRun> {
  if (earlier?.passedOver) log.announce(passedOverDiagnostic(earlier.passedOver));
  const run = await readRun(settings, log, extensions, earlier !== undefined);
  const { reading, options, suites, reports, rechecks } = run;
  await checkNames(run.selection.resolver, { settings, project: reading.project, suites });
  const equipment = await equipRun(settings, log, run, earlier);
  try {
    const planned = await planTrials(settings, log, run, equipment);
    return { ...equipment, ...planned, reading, options, settled: earlier ? {} : settledByProject(run.ofFiles), suites, reports, rechecks };
  } catch (error) {
    await equipment.close();
    throw error;
  }
}
