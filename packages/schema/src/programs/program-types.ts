import type { ChildProcesses } from '../contracts/child-processes.js';
import type { ReplyMemory } from '../contracts/reply-memory.js';

/** How a program is started: options of execa. */
interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly extendEnv: false;
  readonly detached: boolean;
  readonly windowsHide: true;
  readonly reject: false;
  readonly buffer: false;
  readonly encoding: 'buffer';
  readonly stdout: 'pipe';
  readonly stderr: 'pipe';
  readonly stdin?: 'ignore';
  readonly input?: string;
}

/** An output of a program, in the words of Node's streams. */
export interface ProgramOutput {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** A started program as execa gives it: a process, and a promise of how it ended. */
export interface SpawnedProgram extends PromiseLike<{ readonly code?: string | undefined; readonly originalMessage?: string | undefined }> {
  readonly pid?: number | undefined;
  readonly stdin: { destroy(): unknown } | null;
  readonly stdout: ProgramOutput;
  readonly stderr: ProgramOutput;
  once(event: 'exit' | 'close', listener: (exitCode: number | null, signal: string | null) => void): unknown;
}

/** `execa` itself. It comes from whoever runs programs, loaded with the first one. */
export type SpawnProgram = (program: string, args: readonly string[], options: SpawnOptions) => SpawnedProgram;

/** A program and how it is run. */
export interface ProgramStart {
  /** Loads what starts it. */
  readonly spawner: () => Promise<SpawnProgram>;
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
  /** Memory that its output takes a share of, and keeps if it ends well. Default: none is counted. */
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
  /** The system's code, such as `ENOENT`; `NULL_BYTE` for what no program can be given. */
  readonly code?: string | undefined;
  /** Says no value: arguments and variables may be secrets. */
  readonly why: string;
}
