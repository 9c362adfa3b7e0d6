import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const GATE = '{ name: gate, type: contains, value: zzz, weight: 0, required: true }';

test('a trial that misses a gate of weight 0 and has no score counts as failed nowhere, and fails the run', async () => {
  const { folder: cwd } = await createWorkspace({
    'a.yaml': `target: mock
evalcases:
  - { id: lost, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [echo, none] }, ${GATE}] }
  - { id: scored, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }, ${GATE}] }
`,
  });
  const { exitCode, stdout } = await runAssay(['run', 'a.yaml', '--json'], { cwd });
  const { reasons, groups } = JSON.parse(stdout) as { reasons: string[]; groups: object[] };
  expect(groups).toMatchObject([{ failed: 1, unscored: 1, score: 1 }]);
  expect(reasons).toEqual([
    'a on mock: 1 of 2 trials failed',
    'a on mock: 1 of 2 trials misses what must hold, and has no score besides',
    'a on mock: 1 of 2 trials has no score',
  ]);
  expect(exitCode).toBe(1);
});
