import { expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('where no try brought a reply, of the target or of a judge, what was spent is the least too', async () => {
  // Requests of the first case, and all of the second judge, are cut off when they have been read.
  const server = await startChatServer(({ model, text }) => {
    if (model === 'cut' || (model === 'agent' && text.includes('first'))) return { hang: true };
    return model === 'agent' ? 'Hello!' : JSON.stringify({ reflection: 'Read.', classification: 'FULLY_MET' });
  });
  const target = (name: string) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test-key-0123, timeout_seconds: 0.3, max_retries: 1 }\n`;
  const workspace = await createWorkspace({
    'plain.yaml': 'evaluators: [{ type: contains, value: Hello }]\nevalcases: [{ id: a, expected_outcome: Greets, input: the first }, { id: b, expected_outcome: Greets, input: the second }]\n',
    'judged.yaml': 'evaluators: [{ type: llm_rubric, value: Greets }]\nevalcases: [{ id: b, expected_outcome: Greets, input: the second }]\n',
    '.assay/targets.yaml': `targets:\n${['agent', 'whole', 'cut'].map(target).join('')}`,
    '.assay/config.yaml': `prices: { ${['agent', 'whole', 'cut'].map((name) => `'openai:${name}': { input: 10000, output: 0 }`).join(', ')} }\n`,
  });
  const run = async (...args: string[]) => (await runAssay(['run', ...args, '--target', 'agent', '--threshold', '0'], { cwd: workspace.folder })).stdout;
  expect(await run('plain.yaml', '--out', 'plain')).toContain('≥$0.20');
  const [lost, answered] = (await workspace.rows('plain')).toSorted((one, other) => (one.caseId < other.caseId ? -1 : 1));
  expect(lost).toMatchObject({ status: 'error', costIncomplete: true, attempts: { sent: 2, retries: 1 } });
  expect([lost?.costUsd, answered?.costUsd, answered?.costIncomplete]).toEqual([undefined, 0.2, undefined]);
  expect(await run('judged.yaml', '--judge', 'whole', '--judge', 'cut', '--out', 'judged')).toMatch(/≥\$0\.\d+/u);
  const [judged] = await workspace.rows('judged');
  expect(judged).toMatchObject({ costUsd: 0.2, judgeCostIncomplete: true });
  expect([judged?.costIncomplete, (judged?.judgeCostUsd ?? 0) > 0]).toEqual([undefined, true]);
  expect((await runAssay(['show', 'judged'], { cwd: workspace.folder })).stdout).toMatch(/tokens, ≥\$\d/u);
});
