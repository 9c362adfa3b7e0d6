import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { kindsOfTests } from './support/kinds-of-tests.js';

const folder = fileURLToPath(new URL('..', import.meta.url));
const { quick, processes, whole, hostile } = kindsOfTests(folder);

test.each([
  ['test/validate.test.ts', quick, 'runs commands in a process that others share'],
  ['test/evaluate.test.ts', quick, 'runs in the process of the tests'],
  ['src/options/duration.test.ts', quick, 'is about one function'],
  ['test/exit-codes.test.ts', processes, 'starts the command'],
  ['test/view.test.ts', processes, 'starts a server, by what it imports'],
  ['test/cluster.test.ts', processes, 'starts Redis'],
  ['test/hostile/signals.hostile.test.ts', hostile, 'attacks the command'],
  ['test/rounds.test.ts', processes, 'is said to take long'],
  ['test/rounds-resumed.whole.test.ts', whole, 'is said to, by its name'],
])('%s is where it belongs: it %3$s', (path, kind) => {
  expect(kind).toContain(path);
});

test('each test is of one kind', () => {
  const all = [...quick, ...processes, ...whole, ...hostile];
  expect(new Set(all).size).toBe(all.length);
  expect(quick.length).toBeGreaterThan(processes.length);
});

test('all kinds are run: attacks, and what is said to be of the whole check, by that, the others by every one', () => {
  const { scripts } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { scripts: Readonly<Record<string, string>> };
  expect(scripts).toMatchObject({ test: 'vitest run --mode quick', 'test:processes': 'vitest run --mode processes', 'test:hostile': 'node test/hostile/support/run.mjs' });
  expect(readFileSync(join(folder, '../../.ci/run'), 'utf8')).toMatch(/^npm run .*--filter assay test:hostile[^]*^node scripts\/test-in-full\.mjs/mu);
});
