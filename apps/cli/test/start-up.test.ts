import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMMAND, DIST, NEEDED_BY_RUNS, readBy, readIn } from './support/commands/loaded-parts.js';
import { createWorkspace } from './support/projects/workspace.js';

const LIBRARY = fileURLToPath(new URL('index.js', DIST));
const SUITE = fileURLToPath(new URL('../../../examples/support-agent/support-agent.eval.yaml', import.meta.url));

// All that is read is parsed before anything happens, and takes about a millisecond for 20 kB. So these are what may be read, with
// a little room: who goes beyond has imported something that could wait for its use.
const TOO_MUCH = 'kB of code that are read at the start (import what only scoring, asking or writing needs where it is used, as tool-trajectory.ts of @assay/evaluators does)';

test('help reads the parser of command lines, and nothing that a command needs', async () => {
  const { names, kilobytes } = await readBy(COMMAND, '--help');
  expect(names.toSorted()).toEqual(['assay', 'rolldown-runtime', 'start']);
  expect(kilobytes, TOO_MUCH).toBeLessThan(80);
});

test('files are checked without what asks, runs, judges and reports', async () => {
  const { names, kilobytes, builtins } = await readBy(COMMAND, 'validate', SUITE);
  expect(names).toEqual(expect.arrayContaining(['schema', 'reading', 'validate']));
  expect(names.filter((name) => NEEDED_BY_RUNS.test(name) || /^(?:programs|lines|baselines|check-|load-|write-)/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(7);
  expect(kilobytes, TOO_MUCH).toBeLessThan(660);
  expect(builtins).toContain('fs');
  expect(builtins.filter((name) => ['crypto', 'child_process', 'worker_threads', 'v8', 'http', 'zlib'].includes(name))).toEqual([]);
});

test('a program that imports evaluate reads what a run takes when it starts one', async () => {
  const { names, kilobytes } = await readBy(LIBRARY);
  expect(names.filter((name) => /^(?:start|asking|running|reading|reporting|showing)$/u.test(name))).toEqual([]);
  expect(kilobytes, TOO_MUCH).toBeLessThan(110);
});

test('a run reads few files, and of what asks only what its targets need', async () => {
  const { names, kilobytes, builtins } = await readBy(COMMAND, 'run', SUITE, '--target', 'mock', '--dry-run');
  expect(names).toEqual(expect.arrayContaining(['schema', 'reading', 'running', 'evaluating', 'reporting', 'showing']));
  expect(names.filter((name) => /^(?:asking|sdk|openai|undici|load-(?:blueprint|test))/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(15);
  expect(kilobytes, TOO_MUCH).toBeLessThan(1120);
  expect(builtins.filter((name) => ['child_process', 'worker_threads', 'http', 'zlib'].includes(name))).toEqual([]);
});

test('a worker of a queue reads what knows queues without what that has for other servers, and for jobs by the clock', async () => {
  const cluster = join(dirname(createRequire(import.meta.url).resolve('@assay/cluster/package.json')), 'dist/index.js');
  const { size } = await stat(cluster);
  expect(size / 1000).toBeLessThan(500);
  const tell = `await import(${JSON.stringify(pathToFileURL(cluster).href)}); const loaded = process.moduleLoadList.join(); process.stdout.write(loaded);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', tell], {
    // Where the tests look for modules there is one that the package goes without where it is installed.
    env: { ...process.env, NODE_OPTIONS: undefined, NODE_PATH: undefined },
  });
  const builtins = stdout.split(',').map((module) => module.replace('NativeModule ', ''));
  expect(builtins).toContain('net');
  expect(builtins.filter((name) => ['assert', 'child_process', 'dns', 'tls', 'tty', 'worker_threads'].includes(name))).toEqual([]);
});

test('a worker has loaded what asks its target before the first trial', async () => {
  const { folder } = await createWorkspace({ '.assay/targets.yaml': "targets: [{ name: api, provider: openai, model: m, endpoint: 'http://127.0.0.1:1/v1', api_key: secret-key-of-a-test }]" });
  // Without any job: its input is at its end.
  const { names, builtins } = await readIn(folder, COMMAND, 'worker', '--stdio', '--target', 'api');
  expect(names).toEqual(expect.arrayContaining(['asking', 'openai']));
  expect(builtins).toContain('http');
});
