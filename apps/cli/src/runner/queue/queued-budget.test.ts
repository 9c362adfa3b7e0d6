import { setMaxListeners } from 'node:events';
import { openCoordinator, openWorker } from '@assay/cluster';
import { createBudget } from '@assay/engine';
import { budgetAccountConformance, redisPresence, sampleJob, startRedis, type RedisServer } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const { absent, note } = redisPresence();
const env = { ASSAY_QUEUE_SECRET: 'the-secret-of-these-tests' };
const never = new AbortController().signal;
setMaxListeners(0, never);

let redis: RedisServer;
let queues = 0;
beforeAll(async () => {
  if (!absent) redis = await startRedis();
});
afterAll(() => redis?.close());

describe.skipIf(absent)(`the budget of a run as a worker of a queue sees it${note}`, { timeout: 30_000 }, () => {
  const conformance = budgetAccountConformance(async (tokens) => {
    const address = `${redis.url}?prefix=budget${(queues += 1)}`;
    const queue = { address, env, tell: () => undefined };
    const [coordinator, worker] = await Promise.all([openCoordinator({ ...queue, runId: 'run' }), openWorker(queue)]);
    onTestFinished(async () => {
      await worker.close();
      await coordinator.close();
    });
    const account = createBudget({ limits: [{ of: { tokens } }] }).account({ suite: 's', suitePath: 's.yaml' });
    coordinator.run(sampleJob(), { signal: never, account }).catch(() => undefined);
    const { value } = await worker.jobs(never)[Symbol.asyncIterator]().next();
    if (!value?.account) throw new Error('the job has no account');
    return value.account;
  });

  test.each(conformance)('keeps the promise of its contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
