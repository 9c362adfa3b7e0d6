import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));
/** The built command. It is started as a program and never imported: it holds this page, and not the other way round. */
const assay = join(workspace, 'apps', 'cli', 'dist', 'bin', 'assay.js');

/** Settings of the machine that tests run on are not those of the tests. */
const env = { ...process.env, CI: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' };

/** Starts the built command. Its output is read by whoever wants it. */
export function startAssay(folder: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [assay, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the built command to its end. @returns its exit code */
export async function runAssay(folder: string, ...args: readonly string[]): Promise<number> {
  const child = startAssay(folder, ...args);
  child.stdout?.resume();
  child.stderr?.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? -1;
}

/** Runs the demo in a copy of the examples. @throws Error when it is broken */
export async function runDemo(folder: string): Promise<void> {
  const child = spawn(process.execPath, [join(workspace, 'scripts', 'demo.mjs'), folder], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the demo exits ${code}`);
}

export interface ServedPage {
  readonly address: string;
  /** Ends the server. */
  close(): Promise<void>;
}

/** `assay view` in a folder. */
export async function servePage(folder: string, ...args: readonly string[]): Promise<ServedPage> {
  const child = startAssay(folder, 'view', '--no-open', ...args);
  const said: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGINT');
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/\w+\//u.exec(line)?.[0];
    if (address !== undefined) return { address, close };
  }
  throw new Error(`assay view printed no address: ${said.join('')}`);
}
