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

/** The files of the bundle that a process reads, and how large they are together, in kB. */
async function readBy(...args: readonly string[]): Promise<{ readonly names: readonly string[]; readonly kilobytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const [report = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, report), 'utf8')) as Coverage;
  const files = result.map(({ url }) => url).filter((url) => url.startsWith(DIST.href)).map((url) => fileURLToPath(url));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { names: files.map((file) => basename(file, '.js')), kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

// All that is read is parsed before anything happens, and takes about a millisecond for 20 kB. So these are what may be read, with
// a little room: who goes beyond has imported something that could wait for its use.

test('help reads the parser of command lines, and nothing that a command needs', async () => {
  const { names, kilobytes } = await readBy(COMMAND, '--help');
  expect(names.toSorted()).toEqual(['assay', 'rolldown-runtime', 'start', 'version']);
  expect(kilobytes).toBeLessThan(80);
});

test('files are checked without what runs, judges and reports', async () => {
  const { names, kilobytes } = await readBy(COMMAND, 'validate', SUITE);
  expect(names).toEqual(expect.arrayContaining(['schema', 'providers', 'reading', 'validate']));
  expect(names.filter((name) => /^(?:running|reporting|run|sdk|openai|undici|script-thread|thread|load-|write-)/u.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(16);
  expect(kilobytes).toBeLessThan(760);
});

test('a program that imports evaluate reads what a run takes when it starts one', async () => {
  const { names, kilobytes } = await readBy(LIBRARY);
  expect(names.filter((name) => /^(?:start|running|reading|reporting|providers)$/u.test(name))).toEqual([]);
  expect(kilobytes).toBeLessThan(110);
});
