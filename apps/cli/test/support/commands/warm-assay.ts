import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BIN, environmentOf, runAssay as runAlone, type AssayOptions, type Finished } from './assay.js';

const HOST = fileURLToPath(new URL('warm-host.mjs', import.meta.url));
/** What Node reads when it starts. */
const READ_AT_START = /^(?:NODE_|LANG|LC_|TZ$|ASSAY_PROCESS_MARKER$)/u;
/** Hosts that wait for work. */
const IDLE_HOSTS = 2;

/** A process that runs one command after the other. */
interface Host {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** To be told of everything that arrives. */
  onNews: () => void;
}

const idle: Host[] = [];
let commands = 0;

function startHost(): Host {
  const child = spawn(process.execPath, [...process.execArgv, HOST, BIN], { cwd: '/', env: { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'] }, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  child.stdin?.end();
  const host: Host = { child, output: { stdout: '', stderr: '' }, onNews: () => undefined };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      host.output[name] += chunk;
      host.onNews();
    });
  }
  return host;
}

/** Resolves when the command has ended and everything that it wrote has arrived, or its process has ended with it. */
function ended(host: Host, end: string): Promise<Finished> {
  const { child, output } = host;
  return new Promise((resolve, reject) => {
    let exitCode: number | undefined;
    const look = (): void => {
      if (exitCode === undefined || !output.stdout.endsWith(end) || !output.stderr.endsWith(end)) return;
      child.removeAllListeners();
      const { stdout, stderr } = output;
      Object.assign(output, { stdout: '', stderr: '' });
      if (idle.length < IDLE_HOSTS) idle.push(host);
      else child.disconnect();
      resolve({ exitCode, signal: null, stdout: stdout.slice(0, -end.length), stderr: stderr.slice(0, -end.length) });
    };
    host.onNews = look;
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ exitCode: code, signal, ...output }));
    child.on('message', (message) => {
      if (message === 'ready') return;
      ({ exitCode } = message as { exitCode: number });
      look();
    });
  });
}

/**
 * Runs the built command to its end, in a process that has run others before: that takes a tenth of the time. Each has its
 * own arguments, folder, environment, text at its standard input, and secrets. For what a test wants to see of a command; where it is
 * about the process (how it starts, an input that stays open, signals, modules that change on disk), there is that of `assay.ts`.
 * With ASSAY_TEST_ALONE in the environment, as on other versions of Node, each command has a process of its own after all.
 */
export async function runAssay(args: readonly string[], options: AssayOptions): Promise<Finished> {
  const env = environmentOf(options);
  if (process.env['ASSAY_TEST_ALONE'] !== undefined) return runAlone(args, options);
  if (options.keepInput || Object.keys(options.env ?? {}).some((name) => READ_AT_START.test(name))) return runAlone(args, options);
  const host = idle.pop() ?? startHost();
  const end = `\0end of command ${(commands += 1)}\0`;
  const result = ended(host, end);
  host.child.send({ args, cwd: options.cwd, env, end, input: options.input });
  return result;
}
