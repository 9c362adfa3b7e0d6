import { expect, test } from 'vitest';
import { CAPITALS } from './support/projects/capitals.js';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a judge that rejects everything does not pass for want of right answers', async () => {
  const server = await startChatServer(() => JSON.stringify({ score: 0, hits: [], misses: [], reasoning: 'No.' }));
  const lines = Object.keys(CAPITALS).map((country) => JSON.stringify({ id: country, expected_outcome: 'Names it', input: `What is the capital of ${country}?`, evaluators: [{ type: 'llm_judge' }] }));
  const workspace = await createWorkspace({ 'capitals.jsonl': `${lines.join('\n')}\n`, '.assay/targets.yaml': `targets: [{ name: grim, provider: openai, model: grim, endpoint: '${server.url}', api_key: test }]\n` });
  const audit = (...more: string[]) => runAssay(['audit', 'capitals.jsonl', '--judge', 'grim', ...more], { cwd: workspace.folder });
  const found = await audit();
  expect([found.exitCode, found.stdout]).toEqual([4, expect.stringMatching(/Audit: UNDECIDED\n {2}no right answer was tried, so nothing tells whether judges reject them: name some as expected_output/u)]);
  expect((await audit('--max-false-rejects', '1')).exitCode).toBe(0);
}, 30_000);
