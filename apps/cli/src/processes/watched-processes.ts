import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildProcesses } from '@assay/schema';
import { liveProcesses } from './live-processes.js';
import { watcherProgram } from './watcher-program.js';

/**
 * The variable by which everything is found that a program leaves behind. Its value lists marks, each
 * with a comma behind it: an Assay that is run by another one adds its own.
 */
const MARKER = 'ASSAY_PROCESS_MARKER';

/** Time for what is left behind to tidy up, between the polite signal and the last one. */
const GRACE_MS = 2_000;
/** Programs that are being ended are gone before, and the watcher has given up; nobody waits for what hangs. */
const LONGEST_END_MS = 5_000;
const LONGEST_CLOSE_MS = 12_000;

/** Programs that Assay starts, with a watcher that sees to what they leave behind. */
export interface WatchedProcesses extends ChildProcesses {
  /** Ends whatever is left of the programs, politely. Resolves when nothing is left. Never rejects. */
  close(): Promise<void>;
  /** The same at once, by force. */
  endNow(): Promise<void>;
}

/** Waits, but not for ever. */
async function atMost(milliseconds: number, done: Promise<void>): Promise<void> {
  const giveUp = new AbortController();
  await Promise.race([done, wait(milliseconds, undefined, { signal: giveUp.signal }).catch(() => undefined)]);
  giveUp.abort();
}

interface Watcher {
  tell(line: string): void;
  readonly gone: Promise<void>;
}

/** The few variables that a program needs to run at all: the watcher outlives Assay for a moment, and holds no secrets. */
function bareEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => /^(?:PATH|SYSTEMROOT|WINDIR)$/iu.test(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Not with what runs programs: that waits for an end and keeps what was written, and this one outlives Assay and says nothing. */
function startWatcher(onGone: () => void): Watcher {
  const child: ChildProcess = spawn(process.execPath, ['-e', `(${watcherProgram.toString()})(${GRACE_MS})`], {
    // Nothing of it may hold up what Assay leaves: its folder, its terminal, its outputs.
    cwd: '/',
    env: bareEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  const { stdin } = child;
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      onGone();
      resolve();
    };
    child.once('error', end);
    child.once('exit', end);
  });
  // A watcher that is gone is told nothing more.
  stdin?.on('error', () => undefined);
  child.unref();
  (stdin as { unref?: () => void } | null)?.unref?.();
  return { tell: (line) => void stdin?.write(`${line}\n`), gone };
}

/**
 * Watches over programs from the first one on. The watcher is started with it, one for all, and ends
 * what is left when Assay ends, however that happens.
 */
export function createWatchedProcesses(inherited = process.env[MARKER]): WatchedProcesses {
  const marker = randomUUID();
  const running = new Set<number>();
  let watcher: Watcher | undefined;
  let count = 0;
  let onIdle: (() => void) | undefined;

  function start(): Watcher {
    const started = startWatcher(() => {
      if (watcher !== started) return;
      watcher = undefined;
      liveProcesses.delete(processes);
    });
    started.tell(`m${marker}`);
    for (const pid of running) started.tell(`+${pid}`);
    liveProcesses.add(processes);
    return (watcher = started);
  }

  async function end(word: '.' | '!'): Promise<void> {
    if (!watcher) return;
    watcher.tell(word);
    await atMost(LONGEST_CLOSE_MS, watcher.gone);
  }

  /** Resolves when the programs have ended that run now. */
  function idle(): Promise<void> {
    return running.size === 0 ? Promise.resolve() : new Promise((resolve) => (onIdle = resolve));
  }

  const processes: WatchedProcesses = {
    watch({ keepDaemons }) {
      const number = ++count;
      watcher ??= start();
      let leader: number | undefined;
      return {
        env: keepDaemons ? {} : { [MARKER]: `${inherited ?? ''}${marker}.${number},` },
        started(pid) {
          leader = pid;
          running.add(pid);
          watcher?.tell(`+${pid}`);
        },
        ended() {
          if (leader === undefined) return;
          running.delete(leader);
          watcher?.tell(keepDaemons ? `-${leader}` : `-${leader} ${number}`);
          if (running.size === 0) onIdle?.();
        },
      };
    },
    async close() {
      // Whoever stopped them is ending them already: a program that is asked twice may take it for impatience.
      await atMost(LONGEST_END_MS, idle());
      await end('.');
    },
    endNow: () => end('!'),
  };
  return processes;
}
