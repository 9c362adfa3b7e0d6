import { setTimeout as passed } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';
import { startChatServer } from './support/servers/chat-server.js';

const QUICK = 200;
const SLOW = 1500;

test('questions that take longer than those before them bring the limit down a little, and not to one at a time', async () => {
  let underWay = 0;
  const atOnce: number[] = [];
  const server = await startChatServer(async ({ text }) => {
    underWay += 1;
    atOnce.push(underWay);
    await passed(text.includes('quick') ? 20 : 400);
    underWay -= 1;
    return 'It is 42.';
  });
  const lines = Array.from({ length: QUICK + SLOW }, (_, n) =>
    JSON.stringify({ id: `c${n}`, expected_outcome: 'says 42', input: `${n < QUICK ? 'quick' : 'long'} question ${n}`, evaluators: [{ type: 'contains', value: '42' }] }));
  const workspace = await createWorkspace({
    'cases.jsonl': lines.join('\n'),
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: test}\n`,
  });
  const { exitCode, stdout } = await runAssay(['run', 'cases.jsonl', '--target', 'bot'], { cwd: workspace.folder });
  expect(exitCode, stdout).toBe(0);
  // It ends with fewer and fewer: what counts is what stood before.
  expect(Math.max(...atOnce.slice(-150))).toBeGreaterThan(12);
}, 120_000);
