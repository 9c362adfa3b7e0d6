import { setTimeout as wait } from 'node:timers/promises';
import { collectOutput, collectTail } from './collect-output.js';
import { drainOutputs } from './drain-outputs.js';
import { endGroup, endLeftovers, guardGroup } from './process-group.js';
import type { ProgramStart, SpawnedProgram, StartFailure } from './program-types.js';
import { startProgram } from './start-program.js';
import { withoutValue } from './without-value.js';

/** How much is kept of the end of standard error, in bytes. */
const STDERR_TAIL = 65_536;
/** How long a process that was killed may take to be gone. */
const LAST_WAIT_MS = 1_000;

/** What a program wrote is held twice: as it arrived, and as the text that is made of it. */
const COPIES = 2;

/** What came of a program. */
export interface ProgramEnd {
  /** Set when it did not run at all. */
  readonly notStarted?: StartFailure | undefined;
  /** Undefined when a signal ended it. */
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** It wrote more than `outputLimit` and was ended. */
  readonly tooMuch: boolean;
  readonly stdout: string;
  /** True where that was no UTF-8: U+FFFD stands in it for what could not be read. A program may write that sign itself. */
  readonly garbled: boolean;
  /** The last 64 KB or so. */
  readonly stderr: string;
  /** From the start to the end of the program itself, in milliseconds. */
  readonly elapsedMs: number;
}

type Exit = Pick<ProgramEnd, 'exitCode' | 'signal'>;

function exitOf(child: SpawnedProgram): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode: exitCode ?? undefined, signal: signal ?? undefined }));
  });
}

async function whyNot(child: SpawnedProgram): Promise<StartFailure> {
  const { code, originalMessage } = await child;
  // The message of execa itself repeats the whole command.
  return { code, why: withoutValue(originalMessage ?? 'it did not start') };
}

/** Follows a running program to its end, and ends it early when it has to. */
async function follow(child: SpawnedProgram, pid: number, { signal, outputLimit, memory }: ProgramStart) {
  const startedAt = performance.now();
  const exit = exitOf(child);
  let closed = false;
  child.once('close', () => (closed = true));
  let stopping: Promise<void> | undefined;
  let giveUp: (exit: Exit) => void;
  const givenUp = new Promise<Exit>((resolve) => (giveUp = resolve));
  const stop = (): void => {
    stopping ??= endGroup(pid);
    share?.release();
    // A process that hangs in the kernel survives even that; nobody waits for it.
    void stopping.then(() => wait(LAST_WAIT_MS, undefined, { ref: false })).then(() => giveUp({ signal: 'SIGKILL' }));
  };
  let tooMuch = false;
  const share = memory?.share(COPIES * outputLimit);
  const onTooMuch = (): void => {
    tooMuch = true;
    stop();
  };
  const stdout = collectOutput(child.stdout, {
    limit: outputLimit,
    onTooMuch,
    // What is still to come of a program that is being ended is of no use, and nobody waits for room for it.
    hold: (bytes) => (stopping ? undefined : share?.hold(COPIES * bytes)),
  });
  const stderr = collectTail(child.stderr, STDERR_TAIL);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const ended = await Promise.race([exit, givenUp]);
  const elapsedMs = performance.now() - startedAt;
  await drainOutputs(() => closed, [stdout, stderr]);
  signal.removeEventListener('abort', stop);
  await stopping;
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  // What went well is the reply, which its trial holds on to.
  if (ended.exitCode === 0 && stopping === undefined) share?.keep();
  else share?.release();
  const text = stdout.text();
  const end: ProgramEnd = { ...ended, tooMuch, stdout: text, garbled: text.includes('\uFFFD') && stdout.isGarbled(), stderr: stderr.text(), elapsedMs };
  return { end, stopped: stopping !== undefined };
}

/**
 * Runs a program to its end. What it wrote counts as soon as it has ended itself, also when something
 * in the background holds its outputs open; that is ended then, unless `keepDaemons` spares it. When
 * the signal aborts, the program is ended with everything that it started: politely, and by force
 * what is left after 2 seconds. Never rejects; whether the signal aborted is for the caller to see.
 */
export async function runProgram(start: ProgramStart): Promise<ProgramEnd> {
  const { processes, keepDaemons = false } = start;
  const spawn = await start.spawner();
  const watch = processes?.watch({ keepDaemons });
  const child = startProgram(spawn, start, watch?.env ?? {});
  const pid = 'why' in child ? undefined : child.pid;
  if ('why' in child || pid === undefined) {
    watch?.ended();
    const notStarted = 'why' in child ? child : await whyNot(child);
    return { notStarted, tooMuch: false, stdout: '', garbled: false, stderr: '', elapsedMs: 0 };
  }
  const forget = guardGroup(pid);
  watch?.started(pid);
  const { end, stopped } = await follow(child, pid, start);
  const tidyUp = async (): Promise<void> => {
    if (!stopped && !keepDaemons) await endLeftovers(pid);
    forget();
    watch?.ended();
  };
  // An answer does not wait until the background has ended.
  void tidyUp();
  return end;
}
