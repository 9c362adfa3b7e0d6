import { expect, test } from 'vitest';
import { runAssay } from './support/assay.js';
import { createWorkspace } from './support/workspace.js';

test('a prompt that looks for a long text in a long reply is filled in, and the command ends after that', async () => {
  const half = 'a'.repeat(150_000);
  const prompt = '{% if candidate_answer contains question %}Again.{% endif %}{{ candidate_answer | remove: question | size }} characters. Are they enough?';
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n  - {id: one, expected_outcome: long, input: ${half}b${half}, evaluators: [{type: llm_judge, prompt: '${prompt}'}]}\n`,
    '.assay/targets.yaml': `targets:
  - {name: bot, provider: mock, reply: ${'a'.repeat(400_000)}, judge_target: judge}
  - {name: judge, provider: mock, reply: '{"reflection": "fine", "classification": 1}'}
`,
  });
  const { exitCode, stderr } = await runAssay(['run', 'suite.yaml', '--target', 'bot'], { cwd: workspace.folder });
  expect(exitCode, stderr).toBe(0);
  expect((await workspace.rows()).map(({ score }) => score)).toEqual([1]);
});
