import type { NeededTrials } from '@assay/engine';
import { ConfigError, UsageError, type EvalCase, type SourceLocation, type Trial } from '@assay/schema';
import { wordsOf } from '../../options/option-words.js';
import type { RunSettings } from '../run-settings.js';

/** Finds out which cases of a plan are asked after others, and that this can be kept. */
export interface CaseOrder {
  /** To be called with every trial that is planned. */
  see(trial: Trial): void;
  /**
   * @param plan the same trials again: it is read when a case depends on another.
   * @returns undefined when none does.
   * @throws ConfigError for a case that depends on one that is not run, or on itself by whatever way.
   */
  settle(plan: () => AsyncIterable<Trial>): Promise<NeededTrials | undefined>;
}

/** A file that is read while it runs has cases that nobody knows of yet. */
export function dependsUnread({ id }: EvalCase, location: SourceLocation): ConfigError {
  return new ConfigError(`case "${id}" depends on others, and its file is read while it runs`, { location, hint: 'write the cases as YAML, which is read whole before the first one runs' });
}

/** Refused in every shard, also in one that happens to have both cases: it would be run in vain, since the other shards are refused. */
export function shardParts({ id }: EvalCase, { file, line }: SourceLocation, settings: Pick<RunSettings, 'words'>): UsageError {
  const { say } = wordsOf(settings);
  return new UsageError(`${say('shard')} parts cases that depend on each other, such as "${id}" (${file}:${line})`, { hint: `leave it out, or have the run done by several machines with ${say('queue')}` });
}

export function createCaseOrder(settings: RunSettings): CaseOrder {
  const dependents: Trial[] = [];
  return {
    see(trial) {
      if (trial.evalCase.dependsOn) dependents.push(trial);
    },
    async settle(plan) {
      if (dependents.length === 0) return undefined;
      const { checkCaseOrder } = await import('./check-case-order.js');
      return checkCaseOrder({ dependents, plan: plan(), settings });
    },
  };
}
