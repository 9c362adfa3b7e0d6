import { createTrialExecutor, guardProvider, type RunResources } from '@assay/engine';
import { defineEvaluator, ProviderError, type Provider, type Trial } from '@assay/schema';
import { sampleCase, sampleJob, sampleResponse, sampleTrial, trialExecutorConformance, type MakeTrialExecutor } from '@assay/schema/testing';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { queueExecutor } from './queue-executor.js';

const good = defineEvaluator({ name: 'good', description: 'Is content.', options: v.object({}), examples: [], evaluate: () => ({ score: 1 }) });

function executing(generate: Provider['generate']) {
  const provider = guardProvider({ name: 'mock', provider: 'mock', structuredOutput: false, generate }, { maxRetries: 0 });
  const resources: RunResources = {
    prepare: async () => undefined,
    of: () => ({ provider, judges: () => ({ judgeIds: [], assess: () => Promise.reject(new Error('not asked')) }), directory: '/evals' }),
    close: async () => undefined,
  };
  return createTrialExecutor({ runId: 'run-1', resources, evaluators: [good] });
}

/** Jobs are done by another executor, as by a worker that has the same files. */
const makeSubject: MakeTrialExecutor = (behaviour) => {
  let asked = 0;
  const worker = executing(async () => {
    asked += 1;
    if (behaviour === 'fails') throw new ProviderError('it is down', { kind: 'network', target: 'mock' });
    if (behaviour === 'hangs') await new Promise(() => undefined);
    return sampleResponse();
  });
  const trials = new Map<string, Trial>();
  const executor = queueExecutor(executing(() => Promise.reject(new Error('asked here'))), {
    async jobOf(trial) {
      trials.set(trial.key, trial);
      return sampleJob({ trialKey: trial.key });
    },
    accountOf: () => undefined,
    onGivenUp: () => expect.fail('nobody gives up'),
    async run({ trialKey }, { signal }) {
      signal.throwIfAborted();
      const trial = trials.get(trialKey) ?? expect.fail('a job of no trial');
      await worker.prepare(trial);
      return worker.execute(trial, { signal });
    },
  });
  const evalCase = sampleCase({ evaluators: [{ name: 'good', type: 'good', weight: 1, options: {} }] });
  return { executor, trial: (repeat) => sampleTrial({ repeat, key: `trial-${repeat}`, evalCase }), asked: () => asked };
};

test.each(trialExecutorConformance(makeSubject))('an executor whose trials are done elsewhere keeps the promises of its contract: $name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});
