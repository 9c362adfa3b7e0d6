import { expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

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
    passes: [
      {
        suite: 'suite', suite_path: expect.any(String), target: 'agent', variant: '', k: 5, cases: 2, incomplete: 0,
        pass_at_k: 1, pass_at_k_interval: { low: expect.closeTo(0.158, 3), high: 1, level: 0.95, clusters: 2, method: 'clopper_pearson' },
        pass_hat_k: 0.5, pass_hat_k_interval: { low: expect.closeTo(0.0126, 4), high: expect.closeTo(0.9874, 4), level: 0.95, clusters: 2, method: 'clopper_pearson' },
      },
    ],
  });
  expect(finished.stdout).toContain('pass@k and pass^k:\n  suite on agent: pass@5 1.00 (0.15–1.00), pass^5 0.50 (0.01–0.99), 2 cases\n');
  expect(finished.stdout).toContain('Flaky: 1 of 2 repeated cases passed sometimes, and not always\n  3/5 suite › shaky on agent\n');
  expect(await workspace.read('run.md')).toContain('1 of 2 repeated cases passed sometimes');
  expect(await workspace.read('run.md')).toMatch(/suite on agent: pass\S+5 1\.00 \(0\.15–1\.00\), pass\S+5 0\.50 \(0\.01–0\.99\), 2 cases/u);
});

test('a case with a repeat that nobody scored is left out of pass@k and pass^k, and counted', async () => {
  let shaky = 0;
  const server = await startChatServer((request) => (request.text.includes('Maybe') && (shaky += 1) === 3 ? { status: 400 } : 'yes'));
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: agent, endpoint: '${server.url}', api_key: test }]\n`,
  });
  const { stdout, exitCode } = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--repeat', '4', '--threshold', '0.5'], { cwd: workspace.folder });
  expect(stdout).toContain('pass@4 1.00 (0.02–1.00), pass^4 1.00 (0.02–1.00), 1 case; 1 left out, with repeats that have no verdict');
  expect(exitCode).toBe(0);
});

test('a judge that is down for one repeat makes no fail of it: the case is not flaky, and of pass@k and pass^k nothing is known of it', async () => {
  let said = 0;
  const server = await startChatServer(({ model, text }) => {
    if (model !== 'judge') return text.includes('Maybe') ? `yes, for the ${(said += 1)}. time` : 'yes';
    return text.includes('the 2. time') ? { status: 400 } : JSON.stringify({ score: 1, hits: [], misses: [], reasoning: 'Looked.' });
  });
  const target = (name: string): string => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`;
  const workspace = await createWorkspace({
    'suite.yaml': SUITE.replaceAll('assertions: [', 'assertions: [{ type: llm_judge }, '),
    '.assay/targets.yaml': `targets:\n${target('agent')}${target('judge')}`,
  });
  const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--judge', 'judge', '--repeat', '3', '--max-retries', '0', '--report', 'json=run.json'], { cwd: workspace.folder });
  expect(stdout).toContain('pass@3 1.00 (0.02–1.00), pass^3 1.00 (0.02–1.00), 1 case; 1 left out, with repeats that have no verdict');
  expect(JSON.parse(await workspace.read('run.json'))).toMatchObject({ groups: [{ open: 1, unscored: 0 }], repeats: { flaky_count: 0, passes: [{ cases: 1, incomplete: 1 }] } });
  // All replies with a verdict passed.
  const { slices } = JSON.parse((await runAssay(['report', 'latest', '--by', 'suite', '--json'], { cwd: workspace.folder })).stdout) as { readonly slices: readonly unknown[] };
  expect(slices).toMatchObject([{ slices: [{ trials: 6, unscored: 0, passed: 5, pass_rate: 1, pass_interval: { high: 1 } }] }]);
});
