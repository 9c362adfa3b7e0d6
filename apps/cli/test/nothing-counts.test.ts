import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const FILES = { 'a.yaml': 'target: mock\nevalcases:\n  - { id: a, weight: 0, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n' };
const REASON = 'every compared case has the weight 0';

test('a margin is not kept by cases of which none counts', async () => {
  const { folder } = await createWorkspace(FILES);
  const run = (...args: readonly string[]) => runAssay([...args], { cwd: folder });
  expect((await run('run', 'a.yaml', '--out', 'out')).exitCode).toBe(0);
  await run('baseline', 'save', 'out');
  for (const args of [
    ['compare', 'out', 'out', '--margin', '0.1'],
    ['baseline', 'check', 'out', '--margin', '0.1'],
    ['run', 'a.yaml', '--out', 'again', '--against', 'out', '--margin', '0.1'],
  ]) {
    const { stdout, exitCode } = await run(...args);
    expect(stdout, args.join(' ')).toContain(REASON);
    expect(exitCode, `${args.join(' ')}\n${stdout}`).toBe(4);
  }
  // Without a margin nothing has to be shown.
  expect((await run('compare', 'out', 'out')).exitCode).toBe(0);
  expect((await run('baseline', 'check', 'out')).exitCode).toBe(0);
});
