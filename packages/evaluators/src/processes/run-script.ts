import { NULL_BYTE, runProgram, UnscoredError, type ProgramEnd, type ProgramStart, type Redactor } from '@assay/schema';
import { cannotStart, missingFolder } from './cannot-start.js';
import { loadSpawner } from './load-spawner.js';
import { createScriptTimer, type ScriptTimer } from './script-timer.js';

/** Most bytes that a script may write to its standard output: a score and remarks. */
const OUTPUT_LIMIT = 4 * 2 ** 20;
/** What a message shows of an output, from its end. */
const TAIL_LINES = 10;
const TAIL_CHARACTERS = 2_000;
/** What a message shows of a command: one given as text may be a whole program. */
const COMMAND_CHARACTERS = 300;

export interface RunScriptOptions extends Omit<ProgramStart, 'spawner' | 'outputLimit'> {
  readonly timeoutSeconds: number;
  /** Measures that time. Default: it is over that long after the start. */
  readonly timer?: ScriptTimer | undefined;
  /** Takes what is nobody's business out of what it wrote. Default: nothing is. */
  readonly clean?: ((text: string) => string) | undefined;
  /** Takes secrets out of what a message shows, before it is cut. */
  readonly redactor?: Redactor | undefined;
}

/** What a script that ended well wrote. */
export interface ScriptOutput {
  readonly stdout: string;
  /** The last lines of its standard error, as the end of a message; empty when there are none. */
  readonly stderrTail: string;
}

/** The last lines of an output, as the end of a message; empty when nothing was written. */
function tailOf(output: string, name: 'output' | 'error', redactor: Redactor | undefined): string {
  const lines = (redactor?.text(output) ?? output).trimEnd().split(/\r?\n/u);
  const tail = lines.slice(-TAIL_LINES).join('\n').slice(-TAIL_CHARACTERS);
  return tail.trim() === '' ? '' : `; its standard ${name} ends with:\n${tail}`;
}

function shownCommand(argv: readonly string[], redactor: Redactor | undefined): string {
  const written = argv.join(' ');
  const command = redactor?.text(written) ?? written;
  return command.length > COMMAND_CHARACTERS ? `${command.slice(0, COMMAND_CHARACTERS)}…` : command;
}

async function failure(ended: ProgramEnd, options: RunScriptOptions, timedOut: boolean): Promise<UnscoredError | undefined> {
  if (ended.notStarted) {
    const { code, why } = ended.notStarted;
    if (code === NULL_BYTE) return new UnscoredError(`the script cannot run: ${why}`, { reason: 'config', hint: 'take the null byte out of script or cwd' });
    return (await missingFolder(options)) ?? cannotStart(options, code === 'ENOENT' ? `there is no program "${options.argv[0] ?? ''}"` : why);
  }
  if (ended.exitCode === 0 && !ended.tooMuch && !timedOut) return undefined;
  const { redactor } = options;
  const command = shownCommand(options.argv, redactor);
  // Many scripts say on their standard output what went wrong, some as the JSON that they would have printed.
  const tail = `${tailOf(ended.stdout, 'output', redactor)}${tailOf(ended.stderr, 'error', redactor)}`;
  if (timedOut) {
    return new UnscoredError(`the script \`${command}\` did not finish within ${options.timeoutSeconds} s${tail}`, {
      hint: 'raise timeout_seconds, or make the script faster',
    });
  }
  if (ended.tooMuch) {
    return new UnscoredError(`the script \`${command}\` wrote more than ${OUTPUT_LIMIT / 2 ** 20} MB to its standard output${tailOf(ended.stderr, 'error', redactor)}`, {
      hint: 'let it print its result only, and write logs to a file',
    });
  }
  const how =
    ended.exitCode === undefined
      ? `was ended by ${ended.signal ?? 'a signal'}`
      : `failed with exit code ${ended.exitCode}`;
  return new UnscoredError(`the script \`${command}\` ${how}${tail}`);
}

function unchanged(text: string): string {
  return text;
}

/**
 * Runs a script and returns what it wrote. A time-out or an abort ends the
 * script with everything that it started.
 * @throws UnscoredError when it cannot start, fails, takes too long or writes too much.
 * @throws the signal's reason when it aborts.
 */
export async function runScript(options: RunScriptOptions): Promise<ScriptOutput> {
  const { timer = createScriptTimer(options.timeoutSeconds), clean = unchanged } = options;
  options.signal.throwIfAborted();
  const end = new AbortController();
  const onAbort = (): void => end.abort();
  options.signal.addEventListener('abort', onAbort, { once: true });
  timer.start(onAbort);
  try {
    const wrote = await runProgram({ ...options, spawner: loadSpawner, signal: end.signal, outputLimit: OUTPUT_LIMIT });
    const ended = { ...wrote, stdout: clean(wrote.stdout), stderr: clean(wrote.stderr) };
    options.signal.throwIfAborted();
    const error = await failure(ended, options, end.signal.aborted);
    if (error) throw error;
    return { stdout: ended.stdout, stderrTail: tailOf(ended.stderr, 'error', options.redactor) };
  } finally {
    timer.stop();
    options.signal.removeEventListener('abort', onAbort);
  }
}
