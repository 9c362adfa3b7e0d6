import type { RunTrialsOptions, Traffic } from '@assay/engine';
import type { LocalResources } from './resources/run-resources.js';

/** How many trials go on at once, as far as their targets and judges let them. */
export function paceOf(traffic: Traffic, resources: LocalResources): Pick<RunTrialsOptions, 'concurrency' | 'onChange' | 'limitOf' | 'judging'> {
  return {
    concurrency: () => traffic.trials(),
    onChange: (changed) => traffic.onChange(changed),
    limitOf: (target) => traffic.trialsOf(target),
    judging: () => Math.max(traffic.trials(), resources.mostJudgeWorkers()),
  };
}
