import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `target: mock
x-checks: &checks
  - { type: contains, value: 1.0 }
evalcases:
  - { id: a, expected_outcome: x, input: Hi, wieght: 1, evaluators: *checks }
  - { id: b, expected_outcome: x, input: Hi, evaluators: *checks }
  - { id: c, expected_outcome: x, input: Hi, evaluators: *checks }
`;

test.each(['run', 'validate', 'cases'])('what cases share by an alias is wrong once, and how to mend it is said: assay %s', async (command) => {
  const { folder } = await createWorkspace({ 'a.yaml': SUITE });
  const { stdout, stderr, exitCode } = await runAssay([command, 'a.yaml'], { cwd: folder });
  const lines = `${stdout}${stderr}`.split('\n');
  expect(lines.filter((line) => line.includes('error'))).toHaveLength(command === 'validate' ? 2 : 1);
  expect(lines.join('\n')).toContain('a.yaml:3:30: error: evaluator "contains": the text to look for must be text, got 1\n  fix: put it in quotes: "1.0"\n');
  expect(exitCode).toBe(2);
});
