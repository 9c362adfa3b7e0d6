import { askedWith, trialKey, variantsOf } from '@assay/engine';
import { visibleText, type Trial, type TrialJob } from '@assay/schema';
import { VERSION } from '../../version.js';
import type { TrialDigests } from '../jobs/trial-digests.js';
import type { LocalResources } from '../resources/run-resources.js';
import { selectTargets, type SelectTargetsOptions } from '../targets/select-targets.js';
import { compareDigests } from './compare-digests.js';
import { DifferenceError } from './difference-error.js';
import type { SuiteShelf } from './suite-shelf.js';

export interface RebuildTrialOptions {
  readonly shelf: SuiteShelf;
  /** How this process finds the targets of a case. */
  readonly selection: SelectTargetsOptions;
  readonly resources: Pick<LocalResources, 'prepare'>;
  readonly digests: TrialDigests;
  /** Digests the prompts that this process was given. */
  readonly promptsDigest: (salt: string) => string;
}

/**
 * Makes the trial of a job from what is here: the job only says which one is meant. What it needs is ready then.
 * @throws DifferenceError when it is not the trial that was planned.
 * @throws ConfigError, InvalidFileError, UsageError when it cannot be run here.
 */
export type RebuildTrial = (job: TrialJob) => Promise<Trial>;

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${visibleText(name)}"`).join(', ');
}

export function trialRebuilder({ shelf, selection, resources, digests, promptsDigest }: RebuildTrialOptions): RebuildTrial {
  return async (job) => {
    const { assayVersion, target: targetName, caseId, suiteFile, repeat, salt, variant: label } = job;
    if (assayVersion !== VERSION) {
      throw new DifferenceError(`the trial was planned by Assay ${assayVersion}, and this is ${VERSION}`, { hint: 'install the same version everywhere' });
    }
    // With other prompts a case has other variants and another input, which would say nothing of where that comes from.
    if (promptsDigest(salt) !== job.digests.prompts) {
      throw new DifferenceError('the trial was planned with other prompts (--prompt) than this worker was started with', { hint: 'start the worker with the --prompt of the run, and without one if the run has none' });
    }
    const { suite, located } = await shelf.find(job);
    const { evalCase, location, evaluatorLocation } = located;
    const targets = await selectTargets(suite, located, selection);
    const target = targets.find(({ name }) => name === targetName);
    if (!target) {
      throw new DifferenceError(`case "${caseId}" of suite ${suiteFile} does not run on target "${targetName}" here, but on ${quoted(targets.map(({ name }) => name))}`, {
        hint: 'start the worker with the options of the run: --target, --targets',
      });
    }
    const variants = variantsOf(evalCase, suite.execution);
    const variant = variants.find((one) => one.label === label);
    if (!variant) {
      throw new DifferenceError(`case "${caseId}" of suite ${suiteFile} has no variant "${label}" here, but ${quoted(variants.map((one) => one.label))}`);
    }
    const parts = { suite: suite.name, suitePath: suite.path, evalCase: askedWith(evalCase, variant), target, variant, repeat };
    const trial: Trial = { key: trialKey(parts), ...parts, location, evaluatorLocation };
    await resources.prepare(trial);
    const here = await digests.of(trial, salt);
    const files = here.digests.files === job.digests.files ? [] : await digests.differingFiles(trial, job);
    compareDigests(job, { digests: here.digests, files });
    // With its variables replaced it is the same target, but its results would be kept under another key.
    if (trial.key !== job.trialKey) throw new DifferenceError(`target "${targetName}" is written in another way than the one that was planned with`);
    return trial;
  };
}
