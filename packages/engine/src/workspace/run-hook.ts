import { stat } from 'node:fs/promises';
import { runProgram, shellArgv, transcriptText, WorkspaceError, type ChildProcesses, type EvalCase, type ProgramEnd, type Redactor, type SpawnProgram, type WorkspaceHook } from '@assay/schema';

const DEFAULT_TIMEOUT_MS = 60_000;
/** Most bytes that a hook may write to its standard output, whose end is shown when it fails. */
const OUTPUT_LIMIT = 64 * 2 ** 20;
const TAIL_LINES = 10;
const TAIL_CHARACTERS = 2_000;
/** Timers beyond this fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What running the hooks of a run takes. */
export interface HookSettings {
  readonly spawner: () => Promise<SpawnProgram>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes?: ChildProcesses | undefined;
  readonly redactor?: Redactor | undefined;
}

/** One hook, and what it is told. */
export interface HookRun {
  /** As in the file: `before_each`. */
  readonly name: string;
  readonly hook: WorkspaceHook;
  /** Folder to run in, absolute. */
  readonly cwd: string;
  /** Absolute. */
  readonly workspace: string;
  readonly runId: string;
  /** Undefined for what is done once for all trials. */
  readonly evalCase: EvalCase | undefined;
  readonly signal: AbortSignal;
}

/** What a hook is told, by the names that it reads on its standard input and may write as `{{…}}` in its arguments. */
function toldTo({ workspace, runId, evalCase }: HookRun) {
  return {
    workspace_path: workspace,
    test_id: evalCase?.id ?? null,
    eval_run_id: runId,
    case_input: evalCase ? transcriptText(evalCase.inputMessages) : null,
    case_metadata: evalCase?.metadata ?? null,
  };
}

function argvOf(command: WorkspaceHook['command'], told: ReturnType<typeof toldTo>): readonly string[] {
  if (typeof command === 'string') return shellArgv(command);
  const texts: Readonly<Record<string, unknown>> = told;
  return command.map((argument) =>
    argument.replaceAll(/\{\{(\w+)\}\}/gu, (whole, name: string) => {
      if (!Object.hasOwn(texts, name)) return whole;
      const value = texts[name];
      return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
    }),
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function notStarted({ name, hook: { command }, cwd }: HookRun, { code, why }: NonNullable<ProgramEnd['notStarted']>, redactor: Redactor | undefined): Promise<WorkspaceError> {
  const subject = `${name} of the workspace cannot run`;
  if (!(await isFolder(cwd))) return new WorkspaceError(`${subject}: there is no folder ${cwd}`, { hint: 'cwd starts from the folder of the suite' });
  const program = typeof command === 'string' ? 'shell' : `program "${command[0] ?? ''}"`;
  return new WorkspaceError(`${subject}: ${code === 'ENOENT' ? `there is no ${program}` : (redactor?.text(why) ?? why)}`, {
    hint: `programs are looked for in PATH, and paths start from ${cwd}`,
  });
}

/** The last lines of an output, as the end of a message; empty when nothing was written. */
function tailOf(output: string, name: 'output' | 'error', redactor: Redactor | undefined): string {
  const lines = (redactor?.text(output) ?? output).trimEnd().split(/\r?\n/u);
  const tail = lines.slice(-TAIL_LINES).join('\n').slice(-TAIL_CHARACTERS);
  return tail.trim() === '' ? '' : `; its standard ${name} ends with:\n${tail}`;
}

async function failure(run: HookRun, ended: ProgramEnd, timedOut: boolean, redactor: Redactor | undefined): Promise<WorkspaceError | undefined> {
  const { name, hook } = run;
  const subject = `${name} of the workspace`;
  if (ended.notStarted) return notStarted(run, ended.notStarted, redactor);
  if (ended.exitCode === 0 && !ended.tooMuch && !timedOut) return undefined;
  // Tests and builds say on their standard output what went wrong.
  const said = `${tailOf(ended.stdout, 'output', redactor)}${tailOf(ended.stderr, 'error', redactor)}`;
  if (timedOut) return new WorkspaceError(`${subject} did not finish within ${(hook.timeoutMs ?? DEFAULT_TIMEOUT_MS) / 1000} s${said}`, { hint: 'raise its timeout_ms' });
  if (ended.tooMuch) return new WorkspaceError(`${subject} wrote more than ${OUTPUT_LIMIT / 2 ** 20} MB to its standard output`, { hint: 'let it write logs to a file' });
  return new WorkspaceError(`${subject} ${ended.exitCode === undefined ? `was ended by ${ended.signal ?? 'a signal'}` : `failed with exit code ${ended.exitCode}`}${said}`);
}

/**
 * Runs a hook to its end.
 * @throws WorkspaceError when it cannot start, fails or takes too long; the signal's reason when that aborts.
 */
export async function runHook(run: HookRun, { spawner, env, processes, redactor }: HookSettings): Promise<void> {
  const { hook, cwd, workspace, signal } = run;
  signal.throwIfAborted();
  const told = toldTo(run);
  const end = new AbortController();
  const stop = (): void => end.abort();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, Math.min(hook.timeoutMs ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMER_MS));
  try {
    const ended = await runProgram({
      spawner,
      argv: argvOf(hook.command, told),
      cwd,
      env: { ...env, ASSAY_WORKSPACE: workspace },
      stdin: JSON.stringify(told),
      outputLimit: OUTPUT_LIMIT,
      signal: end.signal,
      processes,
    });
    signal.throwIfAborted();
    const error = await failure(run, ended, end.signal.aborted, redactor);
    if (error) throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
