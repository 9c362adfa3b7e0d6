import { stat } from 'node:fs/promises';
import { isError, NULL_BYTE, ProviderError, runProgram, type ProgramEnd, type ProgramStart, type Redactor, type StartFailure } from '@assay/schema';
import type { ReplyBounds } from '../reply-size/reply-bounds.js';
import { LARGER_HINT, ReplyTooLarge } from '../reply-size/reply-too-large.js';
import { loadSpawner } from './load-spawner.js';

const STDERR_LINES = 10;
const STDERR_CHARACTERS = 2_000;

export interface CommandRun extends Omit<ProgramStart, 'outputLimit' | 'memory' | 'spawner'> {
  readonly target: string;
  readonly replies: ReplyBounds;
  /** Takes secrets out of what a message shows, before it is cut. */
  readonly redactor?: Redactor | undefined;
}

function lastLines(stderr: string, redactor: Redactor | undefined): string {
  const tail = (redactor?.text(stderr) ?? stderr).trimEnd().split(/\r?\n/u).slice(-STDERR_LINES).join('\n').slice(-STDERR_CHARACTERS);
  return tail === '' ? '' : `; its last words:\n${tail}`;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function notStarted(run: CommandRun, { code, why }: StartFailure): Promise<ProviderError> {
  const options = { kind: 'process', target: run.target } as const;
  const subject = `target "${run.target}" cannot run`;
  if (code === NULL_BYTE) return new ProviderError(`${subject}: ${why}`, { ...options, hint: 'take the null byte out of the target or the case' });
  if (!(await isFolder(run.cwd))) {
    return new ProviderError(`${subject}: there is no folder ${run.cwd}`, {
      ...options,
      hint: 'check cwd of the target',
    });
  }
  const program = run.argv[0] ?? '';
  if (code === 'E2BIG') {
    return new ProviderError(`${subject}: the prompt is too long for a command line`, {
      ...options,
      hint: 'take {PROMPT} out of the command: the prompt then arrives on standard input',
    });
  }
  if (code === 'EACCES') {
    return new ProviderError(`${subject}: "${program}" may not be executed`, {
      ...options,
      hint: `try chmod +x ${program}`,
    });
  }
  const reason = code === 'ENOENT' ? `there is no command "${program}"` : (run.redactor?.text(why) ?? why).slice(0, 500);
  return new ProviderError(`${subject}: ${reason}`, {
    ...options,
    hint: `install it or check PATH; relative paths start from ${run.cwd}`,
  });
}

async function failure(run: CommandRun, ended: ProgramEnd): Promise<ProviderError | undefined> {
  const { target } = run;
  if (ended.notStarted) return notStarted(run, ended.notStarted);
  if (ended.exitCode === 0 && !ended.tooMuch) return undefined;
  const tail = lastLines(ended.stderr, run.redactor);
  if (ended.tooMuch) {
    const { message } = new ReplyTooLarge(run.replies.mostBytes, 'what the command wrote');
    return new ProviderError(`target "${target}": ${message}: the command was ended${tail}`, {
      kind: 'bad_reply',
      target,
      retryable: false,
      hint: `let it write its answer only, or use {OUTPUT_FILE}; ${LARGER_HINT}`,
    });
  }
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
  return isError(reason) && reason.name === 'TimeoutError'
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
  /** True where that was no UTF-8: U+FFFD stands in it for what could not be read. */
  readonly garbled: boolean;
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
  const { mostBytes, memory } = run.replies;
  const ended = await runProgram({ ...run, spawner: loadSpawner, outputLimit: mostBytes, memory });
  if (run.signal.aborted) throw endedBySignal(run);
  const error = await failure(run, ended);
  if (error) throw error;
  return { stdout: ended.stdout, garbled: ended.garbled, elapsedMs: ended.elapsedMs };
}
