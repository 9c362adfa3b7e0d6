import type { RunTrialsOptions, Traffic } from '@assay/engine';
import type { LocalResources } from './resources/run-resources.js';

/** Share of the trials at once that may begin while as many rows are stored, where the servers say how many they are. */
const STORED_MEANWHILE = 0.25;

/** Trials that may wait for batches at once, for the moment until it is clear that all of them do. */
const MOST_WAITING = 100;

/**
 * How many trials go on at once, as far as their targets and judges let them. A number counts those whose rows are being
 * stored, so that a kill costs no more; without one, what a server bears is found out only by asking that much of it.
 */
export function paceOf(
  traffic: Traffic,
  resources: LocalResources,
  inBatches = false,
): Pick<RunTrialsOptions, 'concurrency' | 'onChange' | 'limitOf' | 'judging' | 'keeping'> {
  return {
    concurrency: () => traffic.trials(),
    onChange: (changed) => traffic.onChange(changed),
    limitOf: (target) => traffic.trialsOf(target),
    judging: () => Math.max(traffic.trials(), resources.mostJudgeWorkers(), inBatches ? MOST_WAITING : 0),
    keeping: () => (traffic.concurrency === 'auto' ? Math.ceil(traffic.trials() * STORED_MEANWHILE) : 0),
  };
}
