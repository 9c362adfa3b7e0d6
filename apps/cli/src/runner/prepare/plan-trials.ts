import { ConfigError, type LocatedCase, type Suite, type TargetDefinition } from '@assay/schema';
import { outputsTarget } from '../outputs/outputs-target.js';
import { createLoneComparisons } from '../plan/lone-comparisons.js';
import { planRun, type RunPlan } from '../plan/plan-run.js';
import { rangeOf } from '../plan/repeats-of.js';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import type { RunSettings } from '../run-settings.js';
import { checkSelected, targetSelector } from '../targets/select-targets.js';
import type { RunEquipment } from './equip-run.js';
import type { ReadRun } from './read-run.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

export interface PlannedTrials {
  readonly plan: RunPlan;
  /** Folder of the run whose failures are run again, absolute; undefined when none is named. */
  readonly failedIn: string | undefined;
}

/** @throws ConfigError for a case with a workspace in a run whose replies come from batches. */
function refuseWorkspace({ evalCase, location }: LocatedCase, { say }: OptionWords): never {
  throw new ConfigError(`case "${evalCase.id}" has a workspace, and ${say('batch')} asks in batches, which nobody works in a folder for`, { hint: `leave ${say('batch')} out`, location });
}

/** The targets of a case, where it can be run on them as the run is meant. */
function createTargetsFor(settings: RunSettings, log: DiagnosticLog, run: ReadRun, inBatches: boolean) {
  const { reading, options, outputsCheck, rechecks, selection } = run;
  const repeat = options.of('repeat');
  const onlyOutputs = settings.outputs === undefined ? undefined : [outputsTarget(settings.outputs)];
  const selectFor = targetSelector(selection);
  const words = wordsOf(settings);
  const loneComparisons = createLoneComparisons({ evaluators: reading.definitions.evaluators, report: log.report, words });
  const checked = (suite: Suite, located: LocatedCase, targets: readonly TargetDefinition[]): readonly TargetDefinition[] => {
    outputsCheck?.selected(suite, located.evalCase);
    if (rangeOf(repeat)) loneComparisons.refuse(located, words.say('repeat', String(repeat)), `say how many repeats there are, as in ${words.say('repeat', 5)}`);
    if (rechecks !== undefined) loneComparisons.refuse(located, words.say('recheck'), `leave it out, as with ${words.say('recheck', false)}`);
    loneComparisons.check(suite, located, targets);
    return targets;
  };
  return (suite: Suite, located: LocatedCase): readonly TargetDefinition[] | Promise<readonly TargetDefinition[]> => {
    if (inBatches && located.evalCase.workspace) refuseWorkspace(located, words);
    const selected = onlyOutputs ?? selectFor(suite, located);
    return selected instanceof Promise ? selected.then((targets) => checked(suite, located, targets)) : checked(suite, located, selected);
  };
}

/**
 * Plans the trials of a run, and makes ready whom they need.
 * @throws InvalidFileError, ConfigError, UsageError
 */
export async function planTrials(settings: RunSettings, log: DiagnosticLog, run: ReadRun, { resources, batches }: RunEquipment): Promise<PlannedTrials> {
  const { reading, suites, repeats, outputsCheck, selection } = run;
  const targetsFor = createTargetsFor(settings, log, run, batches !== undefined);
  const wantsFailed = settings.filterFailed !== undefined || settings.filterBorderline === true;
  const failed = wantsFailed ? await (await import('../plan/failed-in-run.js')).failedInRun(settings, reading, suites, log.announce) : undefined;
  if (!outputsCheck) for (const suite of suites) if (suite.size === undefined) await checkSelected(suite, selection);
  const plan = await planRun({ suites, settings, repeats, only: failed?.trials, prepare: (trial) => resources.prepare(trial), targetsFor });
  await outputsCheck?.settle(suites);
  if (batches) (await import('../batch/make-batches.js')).checkBatches(batches, log.announce, settings);
  return { plan, failedIn: failed?.folder };
}
