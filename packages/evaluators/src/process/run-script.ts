import { UnscoredError } from '@assay/schema';
import { cannotStart, missingFolder } from './cannot-start.js';
import { endProcessGroup } from './end-process-group.js';

/** Most that a script may write to either of its outputs, in characters. */
const OUTPUT_LIMIT = 10_000_000;
/** Timers beyond this fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Time for the last output to arrive after a script was ended. */
const DRAIN_MS = 200;
/** What a message shows of an output, from its end. */
const TAIL_LINES = 10;
const TAIL_CHARACTERS = 2_000;
/** What a message shows of a command: one given as text may be a whole program. */
const COMMAND_CHARACTERS = 300;

export interface RunScriptOptions {
  /** Program and arguments; no shell is involved. */
  readonly argv: readonly string[];
  /** Folder to run in, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Written to the script's standard input. A script need not read it. */
  readonly stdin: string;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** What a script that ended well wrote. */
export interface ScriptOutput {
  readonly stdout: string;
  /** The last lines of its standard error, as the end of a message; empty when there are none. */
  readonly stderrTail: string;
}

/** The last lines of an output, as the end of a message; empty when nothing was written. */
function tailOf(output: string | undefined, name: 'output' | 'error'): string {
  const lines = (output ?? '').trimEnd().split(/\r?\n/u);
  const tail = lines.slice(-TAIL_LINES).join('\n').slice(-TAIL_CHARACTERS);
  return tail.trim() === '' ? '' : `; its standard ${name} ends with:\n${tail}`;
}

function shownCommand(argv: readonly string[]): string {
  const command = argv.join(' ');
  return command.length > COMMAND_CHARACTERS ? `${command.slice(0, COMMAND_CHARACTERS)}…` : command;
}

/** What {@link failure} looks at: the parts of execa's result that tell how a process ended. */
interface EndedProcess {
  readonly failed: boolean;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly code?: string | undefined;
  readonly isMaxBuffer: boolean;
  /** Absent when the process could not even be started, as is `stderr`. */
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  readonly shortMessage?: string | undefined;
}

async function failure(ended: EndedProcess, options: RunScriptOptions, timedOut: boolean): Promise<UnscoredError> {
  const command = shownCommand(options.argv);
  // Many scripts say on their standard output what went wrong, some as the JSON that they would have printed.
  const tail = `${tailOf(ended.stdout, 'output')}${tailOf(ended.stderr, 'error')}`;
  if (timedOut) {
    return new UnscoredError(`the script \`${command}\` did not finish within ${options.timeoutSeconds} s${tail}`, {
      hint: 'raise timeout_seconds, or make the script faster',
    });
  }
  if (ended.isMaxBuffer) {
    return new UnscoredError(`the script \`${command}\` wrote more than ${OUTPUT_LIMIT / 1e6} MB${tailOf(ended.stderr, 'error')}`);
  }
  if (ended.exitCode === undefined && ended.signal === undefined) {
    const noFolder = await missingFolder(options);
    if (noFolder) return noFolder;
    const why =
      ended.code === 'ENOENT'
        ? `there is no program "${options.argv[0] ?? ''}"`
        : (ended.shortMessage ?? 'it did not start');
    return cannotStart(options, why);
  }
  const how =
    ended.exitCode === undefined
      ? `was ended by ${ended.signal ?? 'a signal'}`
      : `failed with exit code ${ended.exitCode}`;
  return new UnscoredError(`the script \`${command}\` ${how}${tail}`);
}

/**
 * Runs a script and returns what it wrote. A time-out or an abort ends the
 * script with everything that it started.
 * @throws UnscoredError when it cannot start, fails, takes too long or writes too much.
 * @throws the signal's reason when it aborts.
 */
export async function runScript(options: RunScriptOptions): Promise<ScriptOutput> {
  options.signal.throwIfAborted();
  const { execa } = await import('execa');
  const [program = '', ...args] = options.argv;
  const child = execa(program, args, {
    cwd: options.cwd,
    env: { ...options.env },
    extendEnv: false,
    input: options.stdin,
    reject: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stripFinalNewline: false,
    maxBuffer: OUTPUT_LIMIT,
  });
  let timedOut = false;
  const end = (): void => {
    if (child.pid !== undefined) void endProcessGroup(child.pid);
    // What left the group (a daemon) may hold the outputs open: they are not waited for.
    setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, DRAIN_MS).unref();
  };
  const timer = setTimeout(
    () => {
      timedOut = true;
      end();
    },
    Math.min(options.timeoutSeconds * 1000, LONGEST_TIMER_MS),
  );
  options.signal.addEventListener('abort', end, { once: true });
  try {
    const ended = await child;
    options.signal.throwIfAborted();
    if (ended.isMaxBuffer) end();
    if (ended.failed || timedOut) throw await failure(ended, options, timedOut);
    return { stdout: ended.stdout, stderrTail: tailOf(ended.stderr, 'error') };
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', end);
  }
}
