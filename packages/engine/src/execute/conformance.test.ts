import { ProviderError } from '@assay/schema';
import { trialExecutorConformance, type MakeTrialExecutor } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { fixedResources } from '../../test/fixed-resources.js';
import { provider, reply, scorer, trial } from '../../test/samples.js';
import { waitingExecutor } from '../batch/waiting-executor.js';
import { guardProvider } from '../target/guard-provider.js';
import { createTrialExecutor } from './create-trial-executor.js';

const makeSubject: MakeTrialExecutor = (behaviour) => {
  let asked = 0;
  const target = provider(async () => {
    asked += 1;
    if (behaviour === 'fails') throw new ProviderError('it is down', { kind: 'network', target: 'mock' });
    if (behaviour === 'hangs') await new Promise(() => undefined);
    return reply('four');
  });
  const executor = createTrialExecutor({
    runId: 'run-1',
    resources: fixedResources(guardProvider(target, { maxRetries: 0 })),
    evaluators: [scorer('good', () => ({ score: 1 }))],
  });
  return { executor, trial: (repeat) => trial({ repeat }), asked: () => asked };
};

describe('an executor keeps the promises of its contract', () => {
  test.each(trialExecutorConformance(makeSubject))('in this process: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const waiting: MakeTrialExecutor = async (behaviour) => {
    const subject = await makeSubject(behaviour);
    return { ...subject, executor: waitingExecutor(subject.executor, { onRow: async () => undefined, paid: () => ({ counted: 0, isOwed: false }) }) };
  };
  test.each(trialExecutorConformance(waiting))('with requests that may wait for batches: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
