import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const DIST = new URL('../dist/', import.meta.url);
const COMMAND = fileURLToPath(new URL('bin/assay.js', DIST));
const LIBRARY = fileURLToPath(new URL('index.js', DIST));
const SUITE = fileURLToPath(new URL('../../../examples/support-agent/support-agent.eval.yaml', import.meta.url));

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** Tells at the end which of its own parts Node has loaded. */
const TELL_BUILTINS = 'data:text/javascript,process.on("exit",()=>process.stderr.write(process.moduleLoadList.join()))';

interface Reads {
  /** The files of the bundle that a process reads. */
  readonly names: readonly string[];
  /** How large they are together. */
  readonly kilobytes: number;
  /** Built-in modules that it loads. */
  readonly builtins: readonly string[];
}

async function readBy(...args: readonly string[]): Promise<Reads> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', TELL_BUILTINS, ...args], { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const [report = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, report), 'utf8')) as Coverage;
  const files = result.map(({ url }) => url).filter((url) => url.startsWith(DIST.href)).map((url) => fileURLToPath(url));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const builtins = stderr.split(',').map((module) => module.replace('NativeModule ', ''));
  return { names: files.map((file) => basename(file, '.js')), kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, builtins };
}

// All that is read is parsed before anything happens, and takes about a millisecond for 20 kB. So these are what may be read, with
// a little room: who goes beyond has imported something that could wait for its use.

test('help reads the parser of command lines, and nothing that a command needs', async () => {
  const { names, kilobytes } = await readBy(COMMAND, '--help');
  expect(names.toSorted()).toEqual(['assay', 'rolldown-runtime', 'start']);
  expect(kilobytes).toBeLessThan(80);
});

test('files are checked without what asks, runs, judges and reports', async () => {
  const { names, kilobytes, builtins } = await readBy(COMMAND, 'validate', SUITE);
  expect(names).toEqual(expect.arrayContaining(['schema', 'reading', 'validate']));
  expect(names.filter((name) => /^(?:asking|running|showing|run|sdk|openai|undici|script-thread|thread|load-|write-)/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(8);
  expect(kilobytes).toBeLessThan(660);
  expect(builtins).toContain('fs');
  expect(builtins.filter((name) => ['crypto', 'child_process', 'worker_threads', 'v8', 'http', 'zlib'].includes(name))).toEqual([]);
});

test('a program that imports evaluate reads what a run takes when it starts one', async () => {
  const { names, kilobytes } = await readBy(LIBRARY);
  expect(names.filter((name) => /^(?:start|asking|running|reading|showing)$/u.test(name))).toEqual([]);
  expect(kilobytes).toBeLessThan(110);
});

test('a run reads few files, and of what asks only what its targets need', async () => {
  const { names, kilobytes } = await readBy(COMMAND, 'run', SUITE, '--target', 'mock', '--dry-run');
  expect(names).toEqual(expect.arrayContaining(['schema', 'reading', 'running', 'evaluating', 'reporting', 'showing']));
  expect(names.filter((name) => /^(?:asking|sdk|openai|undici|load-(?:blueprint|test))/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(19);
  expect(kilobytes).toBeLessThan(1120);
});
