import type { JudgePanel, Provider } from '@assay/schema';
import type { RunResources, TrialResources } from '../src/execute/run-resources.js';

const noJudges = (): JudgePanel => ({ judgeIds: [], assess: () => Promise.reject(new Error('not asked')) });

/** The same for every trial, and always ready. */
export function fixedResources(provider: Provider, others: Partial<TrialResources> = {}): RunResources {
  const resources: TrialResources = { provider, judges: noJudges, directory: '/evals', ...others };
  return { prepare: async () => undefined, of: () => resources, close: async () => undefined };
}
