import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a time that is just over its limit is not shown as the limit', async () => {
  const { folder } = await createWorkspace({
    'a.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: latency, max_ms: 5 }] }\n',
    'outputs.jsonl': '{"id": "a", "text": "Hi", "duration_ms": 5.3}\n',
  });
  const { stdout, exitCode } = await runAssay(['score', 'a.yaml', '--outputs', 'outputs.jsonl'], { cwd: folder });
  expect(stdout).toContain('took 5.3 ms, at most 5 ms');
  expect(exitCode).toBe(1);
});

test('a score that just misses what passes is not shown as that, where it is explained', async () => {
  const { folder } = await createWorkspace({
    'a.yaml': 'evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n    evaluators:\n      - { type: contains, value: Hi, weight: 79999 }\n      - { type: contains, value: Ho, weight: 20001 }\n',
  });
  await runAssay(['run', 'a.yaml', '--target', 'mock', '--out', 'run'], { cwd: folder });
  const { stdout } = await runAssay(['show', 'run'], { cwd: folder });
  expect(stdout).toContain('0.79999  borderline');
  expect(stdout).not.toMatch(/\b0\.8 {2}/u);
});
