import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isError, UnscoredError } from '@assay/schema';

/** A command as it would be run. */
export interface Command {
  readonly argv: readonly string[];
  /** Absolute folder to run in. */
  readonly cwd: string;
}

/** Programs that take the file that they run as their first argument. */
const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'bun', 'python', 'python3', 'ruby', 'perl', 'sh', 'bash', 'tsx']);
const SCRIPT_FILE = /\.(?:[cm]?[jt]s|py|rb|pl|sh)$/u;

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch {
    return false;
  }
}

async function exists(place: string): Promise<boolean> {
  try {
    await stat(place);
    return true;
  } catch (error) {
    // What may not be looked at may be there.
    return !(isError(error) && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'));
  }
}

/** Why a command did not start, or will not. */
export function cannotStart({ argv, cwd }: Command, why: string): UnscoredError {
  return new UnscoredError(`the script \`${argv.join(' ')}\` cannot run: ${why}`, {
    reason: 'config',
    hint: `programs are looked for in PATH, and paths start from ${cwd}`,
  });
}

/** The error of a command whose folder is not there. */
export async function missingFolder(command: Command): Promise<UnscoredError | undefined> {
  return (await isFolder(command.cwd)) ? undefined : cannotStart(command, `there is no folder ${command.cwd}`);
}

/** The file of a command that has to be there: a program with a path, or what an interpreter is told to run. */
function neededFile([program = '', first = '']: readonly string[]): string | undefined {
  // Windows completes the names of programs.
  if (/[\\/]/u.test(program)) return process.platform === 'win32' ? undefined : program;
  return INTERPRETERS.has(program) && SCRIPT_FILE.test(first) && !first.startsWith('-') ? first : undefined;
}

/** Why a command certainly cannot run; undefined when it may. Starts nothing. */
export async function startProblem(command: Command): Promise<UnscoredError | undefined> {
  const folder = await missingFolder(command);
  if (folder) return folder;
  const file = neededFile(command.argv);
  if (file === undefined || (await exists(path.resolve(command.cwd, file)))) return undefined;
  return cannotStart(command, `there is no file ${path.resolve(command.cwd, file)}`);
}
