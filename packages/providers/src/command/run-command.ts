import { stat } from 'node:fs/promises';
import { ProviderError } from '@assay/schema';
import { endGroup, guardGroup } from './process-group.js';

/** Most that a program may write to either of its outputs, in characters. */
const OUTPUT_LIMIT = 50_000_000;
const STDERR_LINES = 10;
const STDERR_CHARACTERS = 2_000;

export interface CommandRun {
  readonly target: string;
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to standard input; without it standard input is empty. */
  readonly stdin: string | undefined;
  readonly outputLimit?: number | undefined;
  readonly signal: AbortSignal;
}

/** How a process ended: the part of execa's result that matters here. */
interface Ended {
  readonly failed: boolean;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly code?: string | undefined;
  readonly isMaxBuffer: boolean;
  /** Undefined when the process did not even start. */
  readonly stderr: string | undefined;
  readonly shortMessage?: string | undefined;
}

function lastLines(stderr: string | undefined): string {
  const tail = (stderr ?? '').trimEnd().split(/\r?\n/u).slice(-STDERR_LINES).join('\n').slice(-STDERR_CHARACTERS);
  return tail === '' ? '' : `; its last words:\n${tail}`;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function notStarted(run: CommandRun, ended: Ended): Promise<ProviderError> {
  const options = { kind: 'process', target: run.target } as const;
  const subject = `target "${run.target}" cannot run`;
  if (!(await isFolder(run.cwd))) {
    return new ProviderError(`${subject}: there is no folder ${run.cwd}`, {
      ...options,
      hint: 'check cwd of the target',
    });
  }
  const program = run.argv[0] ?? '';
  if (ended.code === 'E2BIG') {
    return new ProviderError(`${subject}: the prompt is too long for a command line`, {
      ...options,
      hint: 'take {PROMPT} out of the command: the prompt then arrives on standard input',
    });
  }
  if (ended.code === 'EACCES') {
    return new ProviderError(`${subject}: "${program}" may not be executed`, {
      ...options,
      hint: `try chmod +x ${program}`,
    });
  }
  const why =
    ended.code === 'ENOENT'
      ? `there is no command "${program}"`
      : (ended.shortMessage ?? 'it did not start').slice(0, 500);
  return new ProviderError(`${subject}: ${why}`, {
    ...options,
    hint: `install it or check PATH; relative paths start from ${run.cwd}`,
  });
}

async function failure(run: CommandRun, ended: Ended): Promise<ProviderError> {
  const { target } = run;
  const tail = lastLines(ended.stderr);
  if (ended.isMaxBuffer) {
    const limit = (run.outputLimit ?? OUTPUT_LIMIT) / 1e6;
    return new ProviderError(`target "${target}": the command wrote more than ${limit} MB and was ended${tail}`, {
      kind: 'process',
      target,
      hint: 'let it write its answer only, or use {OUTPUT_FILE}',
    });
  }
  if (ended.exitCode === undefined && ended.signal === undefined) return notStarted(run, ended);
  const how =
    ended.exitCode === undefined
      ? `was ended by ${ended.signal ?? 'a signal'}`
      : `failed with exit code ${ended.exitCode}`;
  const missing =
    ended.exitCode === 127 ? { hint: 'exit code 127 usually means that a command was not found: check PATH' } : {};
  return new ProviderError(`target "${target}": the command ${how}${tail}`, { kind: 'process', target, ...missing });
}

function endedBySignal(run: CommandRun): ProviderError {
  const reason: unknown = run.signal.reason;
  const { target } = run;
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new ProviderError(`target "${target}": the command did not finish in time and was ended`, {
        kind: 'timeout',
        target,
        hint: 'raise timeout_seconds of the target',
      })
    : new ProviderError(`target "${target}": the command was aborted`, { kind: 'aborted', target });
}

/** What came of a command. */
export interface CommandResult {
  /** What it wrote to standard output. */
  readonly stdout: string;
  /** From its start to its end, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * Runs a command. When the signal aborts, the
 * command ends with everything that it started.
 * @throws ProviderError (process, timeout, aborted)
 */
export async function runCommand(run: CommandRun): Promise<CommandResult> {
  if (run.signal.aborted) throw endedBySignal(run);
  const { execa } = await import('execa');
  if (run.signal.aborted) throw endedBySignal(run);
  const [program = '', ...args] = run.argv;
  const start = performance.now();
  const child = execa(program, args, {
    cwd: run.cwd,
    env: run.env,
    // A group of its own, so that grandchildren can be ended with it.
    detached: process.platform !== 'win32',
    reject: false,
    maxBuffer: run.outputLimit ?? OUTPUT_LIMIT,
    ...(run.stdin === undefined ? { stdin: 'ignore' as const } : { input: run.stdin }),
  });
  const { pid } = child;
  const forget = pid === undefined ? undefined : guardGroup(pid);
  let ending: Promise<void> | undefined;
  // A process that left the group may still hold the pipes open; nobody waits for it.
  const closePipes = (): void => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const stop = (): void => {
    if (pid !== undefined) ending ??= endGroup(pid).then(closePipes);
  };
  run.signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await child;
    if (run.signal.aborted) throw endedBySignal(run);
    if (result.isMaxBuffer) stop();
    if (result.failed) throw await failure(run, result);
    return { stdout: result.stdout, elapsedMs: performance.now() - start };
  } finally {
    run.signal.removeEventListener('abort', stop);
    await ending;
    forget?.();
  }
}
