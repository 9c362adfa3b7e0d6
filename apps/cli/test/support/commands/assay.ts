import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const BIN = fileURLToPath(new URL('../../../dist/bin/assay.js', import.meta.url));

export interface Finished {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface AssayOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Leaves standard input open after `input`, for more to be written. Default: it is closed. */
  readonly keepInput?: boolean;
  /** Number of the user who runs it. Default: whoever runs this. */
  readonly user?: number;
}

/** A clean environment; how Node is run is that of the tests. */
export function environmentOf({ cwd, env }: AssayOptions): Readonly<Record<string, string | undefined>> {
  return { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'], HOME: cwd, NO_COLOR: '1', ...env };
}

/** Starts the built command as a user would, with a clean environment. */
export function startAssay(
  args: readonly string[],
  options: AssayOptions,
): { readonly child: ChildProcess; readonly finished: Promise<Finished> } {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd,
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'pipe'],
    uid: options.user,
  });
  // Who ends early reads no more.
  child.stdin.on('error', () => undefined).write(options.input ?? '');
  if (!options.keepInput) child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }));
  });
  return { child, finished };
}

/** Runs the built command to its end. */
export function runAssay(args: readonly string[], options: AssayOptions): Promise<Finished> {
  return startAssay(args, options).finished;
}
