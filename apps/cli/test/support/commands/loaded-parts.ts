import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** The bundle. */
export const DIST = new URL('../../../dist/', import.meta.url);

/** The command in it. */
export const COMMAND = fileURLToPath(new URL('bin/assay.js', DIST));

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** Tells at the end which of its own parts Node has loaded. */
const TELL_BUILTINS = 'data:text/javascript,process.on("exit",()=>process.stderr.write(process.moduleLoadList.join()))';

/** Files of the bundle that have what asks, runs, judges and reports. */
export const NEEDED_BY_RUNS = /^(?:asking|running|reporting|showing|evaluating|comparing|run|sdk|openai|undici|script-thread|thread)/u;

interface Reads {
  /** The files of the bundle that a process reads. */
  readonly names: readonly string[];
  /** How large they are together. */
  readonly kilobytes: number;
  /** Built-in modules that it loads. */
  readonly builtins: readonly string[];
}

/** What a process of Node with these arguments reads. */
export const readBy = (...args: readonly string[]): Promise<Reads> => readIn(process.cwd(), ...args);

/** The same of one in a folder. */
export async function readIn(cwd: string, ...args: readonly string[]): Promise<Reads> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-up-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const running = promisify(execFile)(process.execPath, ['--import', TELL_BUILTINS, ...args], { cwd, env: { ...process.env, NODE_OPTIONS: undefined, NODE_V8_COVERAGE: folder } });
  running.child.stdin?.end();
  const { stderr } = await running;
  const [report = ''] = await readdir(folder);
  const { result } = JSON.parse(await readFile(join(folder, report), 'utf8')) as Coverage;
  const files = result.map(({ url }) => url).filter((url) => url.startsWith(DIST.href)).map((url) => fileURLToPath(url));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const builtins = stderr.split(',').map((module) => module.replace('NativeModule ', ''));
  return { names: files.map((file) => basename(file, '.js')), kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, builtins };
}
