import { redisPresence, startBatchServer, startRedis } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASES = 30;
const SUITE = `evalcases:\n${Array.from({ length: CASES }, (_, index) => `  - {id: case-${index}, expected_outcome: says 42, input: question ${index}, evaluators: [{type: contains, value: '42'}]}\n`).join('')}`;
const RANGE = ['--repeat', '2..6', '--threshold', '0.65', '--json'];

interface Summary {
  readonly rounds: { readonly groups: readonly { readonly repeats: number; readonly stopped: string | null }[] };
  readonly planned_trials: number;
  readonly complete: boolean;
}

/** Four of five replies are right, and not always to the same questions. */
function shaky(): () => string {
  let asked = 0;
  return () => ((asked += 1) % 5 === 0 ? 'no' : 'it is 42');
}

test('in batches each round is one, and a run that does not wait is gone on with from round to round', async () => {
  const server = await startBatchServer({ answer: shaky() });
  onTestFinished(server.close);
  const workspace = await createWorkspace({
    'a.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: test}\n`,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  let ended = await assay('run', 'a.yaml', '--target', 'bot', '--batch', ...RANGE);
  let summary = JSON.parse(ended.stdout) as Summary;
  expect([ended.exitCode, summary.complete, summary.rounds.groups[0]]).toEqual([3, false, expect.objectContaining({ repeats: 2, stopped: null })]);
  for (let times = 0; !summary.complete && times < 8; times += 1) {
    ended = await assay('run', '--resume', 'latest', '--json');
    summary = JSON.parse(ended.stdout) as Summary;
  }
  const [{ repeats = 0, stopped } = {}] = summary.rounds.groups;
  expect(repeats).toBeGreaterThan(2);
  expect([stopped, summary.planned_trials, server.asked.length]).toEqual([expect.any(String), CASES * repeats, CASES * repeats]);
  expect(server.batches).toHaveLength(repeats - 1);
  expect(ended.exitCode).toBe(stopped === 'reached' ? 0 : 4);
}, 60_000);

const { absent, note } = redisPresence();

test.skipIf(absent)(`workers of a queue do the rounds${note}`, async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const replies = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100 < 80 ? "'it is 42'" : 'no')).join(', ');
  const workspace = await createWorkspace({ 'a.yaml': SUITE, '.assay/targets.yaml': `targets:\n  - {name: bot, provider: mock, replies: [${replies}]}\n` });
  const more = ['--target', 'bot', '--queue', `${redis.url}?prefix=rounds`];
  const options = { cwd: workspace.folder, env: { ASSAY_QUEUE_SECRET: 'a-secret-of-the-queue-42' } };
  const worker = startAssay(['worker', ...more], options);
  onTestFinished(async () => {
    worker.child.kill('SIGTERM');
    await worker.finished;
  });
  const { stdout, exitCode } = await runAssay(['run', 'a.yaml', ...RANGE, ...more], options);
  const alone = await runAssay(['run', 'a.yaml', '--target', 'bot', ...RANGE], { cwd: workspace.folder });
  expect([exitCode, (JSON.parse(stdout) as Summary).rounds]).toEqual([alone.exitCode, (JSON.parse(alone.stdout) as Summary).rounds]);
  expect((JSON.parse(stdout) as Summary).planned_trials).toBeGreaterThan(2 * CASES);
}, 60_000);
