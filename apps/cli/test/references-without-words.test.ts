import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test.each(['bleu', 'rouge_n'])('%s has no score where the reference has no words, whatever was said', async (type) => {
  const { folder: cwd, rows } = await createWorkspace({
    'a.yaml': `target: mock
evalcases:
  - { id: signs, expected_outcome: x, input: '→ ?!', expected_output: '→ ?!', evaluators: [${type}] }
  - { id: opposite, expected_outcome: x, input: Anything, evaluators: [{ type: not_${type}, value: '?!' }] }
  - { id: one-has, expected_outcome: x, input: Paris, evaluators: [{ type: ${type}, value: ['?!', Paris] }] }
`,
  });
  const { exitCode, stdout } = await runAssay(['run', 'a.yaml'], { cwd });
  expect(Object.fromEntries((await rows()).map(({ caseId, score }) => [caseId, score]))).toEqual({ signs: null, opposite: null, 'one-has': 1 });
  expect(stdout).toContain('there is nothing to compare with: "?!" has no words, only signs or spaces');
  expect(exitCode).toBe(3);
});
