import { expect, test } from 'vitest';
import { startChatServer } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace } from './support/workspace.js';

const SUITE = `
evalcases:
  - { id: steady, expected_outcome: Says yes, input: Say yes, assertions: [{ type: contains, value: yes }] }
  - { id: shaky, expected_outcome: Says yes, input: Maybe say yes, assertions: [{ type: contains, value: yes }] }
`;

test('a run with repeats lists the cases that pass sometimes, with how often of how many', async () => {
  let shaky = 0;
  const server = await startChatServer((request) => (JSON.stringify(request).includes('Maybe') && (shaky += 1) % 5 < 2 ? 'no' : 'yes'));
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: agent, endpoint: '${server.url}', api_key: test }]\n`,
  });
  const args = ['run', 'suite.yaml', '--target', 'agent', '--out', 'run', '--report', 'json=run.json', '--report', 'markdown=run.md'];
  const finished = await runAssay([...args, '--repeat', '5'], { cwd: workspace.folder });
  expect(JSON.parse(await workspace.read('run.json')).repeats).toEqual({
    cases: 2,
    flaky_count: 1,
    flaky: [{ suite: 'suite', suite_path: expect.any(String), target: 'agent', variant: '', case_id: 'shaky', passed: 3, scored: 5 }],
  });
  expect(finished.stdout).toContain('Flaky: 1 of 2 repeated cases passed sometimes, and not always\n  3/5 suite › shaky on agent\n');
  expect(await workspace.read('run.md')).toContain('1 of 2 repeated cases passed sometimes');
});
