import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { kindsOfTests } from './support/kinds-of-tests.js';

const folder = fileURLToPath(new URL('..', import.meta.url));
const { quick, processes, hostile } = kindsOfTests(folder);

test.each([
  ['test/validate.test.ts', quick, 'runs commands in a process that others share'],
  ['test/evaluate.test.ts', quick, 'runs in the process of the tests'],
  ['src/options/duration.test.ts', quick, 'is about one function'],
  ['test/exit-codes.test.ts', processes, 'starts the command'],
  ['test/view.test.ts', processes, 'starts a server, by what it imports'],
  ['test/cluster-budgets.test.ts', processes, 'starts Redis'],
  ['test/hostile/signals.hostile.test.ts', hostile, 'attacks the command'],
  ['test/rounds.test.ts', processes, 'is said to take long'],
])('%s is where it belongs: it %3$s', (path, kind) => {
  expect(kind).toContain(path);
});

test('each test is of one kind', () => {
  const all = [...quick, ...processes, ...hostile];
  expect(new Set(all).size).toBe(all.length);
  expect(quick.length).toBeGreaterThan(processes.length);
});

test('all kinds are run, each by a script of its own: attacks by the whole check, the others by every one', () => {
  const { scripts } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { scripts: Readonly<Record<string, string>> };
  expect(scripts).toMatchObject({ test: 'vitest run --mode quick', 'test:processes': 'vitest run --mode processes', 'test:hostile': 'node test/hostile/support/run.mjs' });
  expect(readFileSync(join(folder, '../../.ci/run'), 'utf8')).toMatch(/^npm run .*--filter assay test:hostile/mu);
});
