import { redisPresence, startBatchServer, startRedis } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { suiteOf } from './support/projects/drawn-replies.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - { id: steady, expected_outcome: x, input: steady, evaluators: [{ type: contains, value: good }] }
  - { id: shaky, expected_outcome: x, input: shaky, evaluators: [{ type: contains, value: good }] }
`;

interface Summary {
  readonly rechecks?: object;
  readonly complete: boolean;
}

test('in batches cases are asked again in one of their own, for which a run may be gone on with', async () => {
  let shaky = 0;
  const server = await startBatchServer({ answer: (request: unknown) => (JSON.stringify(request).includes('shaky') && (shaky += 1) % 2 === 0 ? 'bad' : 'good') });
  onTestFinished(server.close);
  const workspace = await createWorkspace({
    'a.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: test}\n`,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'a.yaml', '--target', 'bot', '--batch', '--repeat', '2', '--recheck', '3', '--threshold', '0.5');
  const waits = await assay('run', '--resume', 'latest', '--json');
  // All that the run is decided by is there.
  expect([waits.exitCode, JSON.parse(waits.stdout)]).toMatchObject([0, { complete: true, rechecks: { cases: 1, planned: 3, done: 0 }, reasons: expect.arrayContaining([expect.stringContaining('3 of 3 rechecks did not finish')]) }]);
  const ended = await assay('run', '--resume', 'latest', '--json');
  expect([ended.exitCode, JSON.parse(ended.stdout) as Summary]).toMatchObject([0, { complete: true, rechecks: { cases: 1, planned: 3, done: 3 } }]);
  expect([server.batches.length, server.asked.length]).toEqual([2, 4 + 3]);
}, 60_000);

const { absent, note } = redisPresence();

test.skipIf(absent)(`workers of a queue do the rechecks${note}`, async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const workspace = await createWorkspace({ 'a.yaml': suiteOf(10), '.assay/targets.yaml': 'targets:\n  - {name: bot, provider: mock, replies: [good, bad, bad, good, good, bad, good]}\n' });
  const more = ['--target', 'bot', '--queue', `${redis.url}?prefix=rechecks`];
  const options = { cwd: workspace.folder, env: { ASSAY_QUEUE_SECRET: 'a-secret-of-the-queue-42' } };
  const worker = startAssay(['worker', ...more], options);
  onTestFinished(async () => {
    worker.child.kill('SIGTERM');
    await worker.finished;
  });
  const asked = ['--repeat', '3', '--recheck', '--json'];
  const { stdout } = await runAssay(['run', 'a.yaml', ...asked, ...more], options);
  const alone = await runAssay(['run', 'a.yaml', '--target', 'bot', ...asked], { cwd: workspace.folder });
  const { rechecks } = JSON.parse(stdout) as Summary;
  expect(rechecks).toEqual((JSON.parse(alone.stdout) as Summary).rechecks);
  expect(rechecks).toMatchObject({ done: expect.any(Number), planned: expect.any(Number), list: expect.arrayContaining([expect.objectContaining({ reason: 'flips' })]) });
}, 60_000);
