import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@assay/schema';
import { expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { BIN, environmentOf } from './support/commands/assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Scores 0.5 of what it is asked. */
const HALF = 'evalcases: [{id: half, expected_outcome: x, input: one, evaluators: [{type: contains, value: one}, {type: contains, value: two}]}]\n';

test('a run that another process has gone on with, and ended, is left as that one has left it', async () => {
  const { folder: cwd } = await createWorkspace({ 'a.yaml': HALF });
  const assay = (...args: readonly string[]): number | null => spawnSync(process.execPath, [BIN, ...args], { cwd, env: environmentOf({ cwd }) }).status;
  const { location } = await evaluate({ files: 'a.yaml', cwd, env: {}, targets: ['mock'], threshold: 0.2 });
  const files = (): readonly string[] => ['run.json', 'results.jsonl', 'summary.json'].map((name) => readFileSync(join(location, name), 'utf8'));
  let left: readonly string[] = [];
  // All of the run was read by then, and its lock is not taken yet.
  const onBegin = (): void => {
    expect(assay('run', '--rescore', 'latest', '--threshold', '0.9')).toBe(1);
    left = files();
  };
  const late = await evaluate({ resume: location, cwd, env: {}, onBegin }).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(UsageError);
  expect(late).toMatchObject({ message: expect.stringMatching(/^another process has written \.assay\/runs\/\S+ since this one looked at it, and is done$/u), hint: expect.stringContaining('the run has finished: assay show') });
  expect(files()).toEqual(left);
  expect(readdirSync(location)).not.toContain('run.lock');
  // What is refused holds nobody up.
  expect((await evaluate({ resume: location, cwd, env: {} })).summary).toMatchObject({ threshold: 0.9, outcome: 'failed' });
});
