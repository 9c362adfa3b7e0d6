import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ChildProcesses } from '../contracts/child-processes.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { within } from './support/within.js';

export interface ChildProcessesSubject {
  readonly processes: ChildProcesses;
  /** Ends whatever is left of the programs. */
  close(): void | Promise<void>;
}

/** A program that runs, with one that it has put into the background. */
interface Program {
  /** The id of the process in the background. */
  readonly background: number;
  /** The program ends, by itself, and whoever watches is told. */
  end(): Promise<void>;
}

/** Runs until its input ends; what it starts has a session of its own, and outlives it. */
const PROGRAM = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  child.unref();
  process.stdout.write(child.pid + '\\n');
  process.stdin.resume();
`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return text.trim();
  }
  throw new assert.AssertionError({ message: 'the program ended before it could begin' });
}

/** Programs of one check, with what they left behind. */
class Programs {
  readonly #processes: ChildProcesses;
  readonly #started: number[] = [];

  constructor(processes: ChildProcesses) {
    this.#processes = processes;
  }

  async start(keepDaemons: boolean): Promise<Program> {
    const watch = this.#processes.watch({ keepDaemons });
    const child = spawn(process.execPath, ['-e', PROGRAM], { detached: true, env: { ...process.env, ...watch.env }, stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    assert.ok(child.pid !== undefined, 'the program does not run');
    this.#started.push(child.pid);
    watch.started(child.pid);
    const background = Number(await within(firstLine(child), 'the start of a program'));
    this.#started.push(background);
    return {
      background,
      async end() {
        child.stdin?.end();
        await within(ended, 'the end of a program');
        watch.ended();
      },
    };
  }

  killAll(): void {
    for (const pid of this.#started) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }
}

const CHECKS: Readonly<Record<string, (programs: Programs, processes: ChildProcesses) => Promise<void>>> = {
  'what a program leaves in the background is ended when it has ended, and nothing of a program that runs; one that never ran leaves nothing': async (programs, processes) => {
    const [first, second] = [await programs.start(false), await programs.start(false)];
    processes.watch({ keepDaemons: false }).ended();
    await first.end();
    await within(isEnded(first.background), 'what the first program left behind');
    assert.ok(isRunning(second.background), 'something of a program was ended that still runs');
    await second.end();
  },

  'what a program puts into the background on purpose is left alone where that is wanted': async (programs) => {
    const [kept, other] = [await programs.start(true), await programs.start(false)];
    await kept.end();
    await other.end();
    // When this one is gone, the other one would have been.
    await within(isEnded(other.background), 'what the other program left behind');
    assert.ok(isRunning(kept.background), 'a daemon was ended that is to be kept');
  },
};

/**
 * What {@link ChildProcesses} promise, tried with real programs: not on Windows, which has no process groups. `makeSubject` makes
 * fresh ones for each check.
 */
export function childProcessesConformance(makeSubject: () => ChildProcessesSubject | Promise<ChildProcessesSubject>): readonly ConformanceCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => {
      const subject = await makeSubject();
      const programs = new Programs(subject.processes);
      try {
        await check(programs, subject.processes);
      } finally {
        await subject.close();
        programs.killAll();
      }
    },
  }));
}
