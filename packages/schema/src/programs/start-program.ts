import type { ChildProcesses } from '../contracts/child-processes.js';
import type { ReplyMemory } from '../contracts/reply-memory.js';

/** A program and how it is run. */
export interface ProgramStart {
  /** Program and arguments; no shell is involved. */
  readonly argv: readonly string[];
  /** Folder to run in, absolute. */
  readonly cwd: string;
  /** The whole environment: nothing is inherited besides. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to standard input, which need not be read; without it standard input is empty. */
  readonly stdin?: string | undefined;
  /** Most bytes that it may write to standard output: beyond them it is ended. */
  readonly outputLimit: number;
  /** Memory that its output takes a share of while it arrives. Default: none is counted. */
  readonly memory?: ReplyMemory | undefined;
  /** Ends the program with everything that it started. */
  readonly signal: AbortSignal;
  /** Sees to what the program leaves behind. Default: its process group alone is ended. */
  readonly processes?: ChildProcesses | undefined;
  /** Spares what it leaves in the background on purpose. Default false. */
  readonly keepDaemons?: boolean | undefined;
}

/** Why a program did not run. */
export interface StartFailure {
  /** The system's code, such as `ENOENT`. */
  readonly code?: string | undefined;
  readonly why: string;
}

/** What starts a program, with more variables, as the leader of a process group of its own. */
export async function programStarter({ argv: [program = '', ...args], cwd, env, stdin }: ProgramStart) {
  const { execa } = await import('execa');
  const start = (more: Readonly<Record<string, string>>) =>
    execa(program, args, {
      cwd,
      env: { ...env, ...more },
      extendEnv: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      reject: false,
      buffer: false,
      encoding: 'buffer',
      stdout: 'pipe',
      stderr: 'pipe',
      ...(stdin === undefined ? { stdin: 'ignore' as const } : { input: stdin }),
    });
  return (more: Readonly<Record<string, string>>): ReturnType<typeof start> | StartFailure => {
    try {
      return start(more);
    } catch (error) {
      // Arguments that no program can have: with a null byte, say.
      return { why: error instanceof Error ? error.message : String(error) };
    }
  };
}

export type StartedProgram = Exclude<ReturnType<Awaited<ReturnType<typeof programStarter>>>, StartFailure>;
