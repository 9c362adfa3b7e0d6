import { resolve } from 'node:path';
import { shellPath, UsageError } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { evalSuite } from '../init/eval-suite.js';
import { targets } from '../init/targets.js';
import { writeProject, type ProjectFile } from '../init/write-project.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { writeOut } from '../terminal/write-out.js';
import { colors } from '../terminal/output-style.js';

/** What the suite of a new project asks. */
const EXAMPLE_TARGET = 'demo';

const PAINT = { written: colors.green, extended: colors.green, kept: colors.dim } as const;

function describe(files: readonly ProjectFile[]): string {
  return files.map(({ path, outcome }) => `${PAINT[outcome](outcome.padEnd(8))}  ${path}\n`).join('');
}

/** The example needs a target that a targets file of the user's own may not have. */
function noteOn(files: readonly ProjectFile[]): string {
  const own = files.find(({ path, differs }) => path === targets.path && differs);
  if (!own) return '';
  return `\n${own.path} was there already. If it has no target "demo", name one of yours with --target.\n`;
}

/** The target of the user's own that the example is to ask, where they have none of its name. */
async function standIn(folder: string): Promise<string | undefined> {
  const { composeReading } = await import('../runner/reading/compose-reading.js');
  const reading = composeReading({ cwd: folder, env: process.env, redactor: outputRedactor, verbose: false, report: () => {} });
  // Targets that cannot be read are told by the run.
  const names = await reading.then(({ project }) => project.targets.map(({ name }) => name), (): readonly string[] => []);
  if (names.includes(EXAMPLE_TARGET)) return undefined;
  return names.find((name) => name === 'default') ?? names[0];
}

/** A target that stands in for any: whoever has none yet sees how one is named. */
const ANY_TARGET = 'openai:gpt-4o-mini';

export interface InitOptions {
  /** The table to write a sidecar for. */
  readonly from?: string;
  readonly force?: boolean;
}

async function initFrom(table: string, force: boolean): Promise<number> {
  const { writeSidecar } = await import('../init/from/from-table.js');
  const { path, guesses, judged } = await writeSidecar(table, { cwd: process.cwd(), force });
  const next = `assay run ${shellPath(table)} --target ${ANY_TARGET}${judged ? ` --judge ${ANY_TARGET}` : ''}`;
  const listed = guesses.map((guess) => `  ${guess}\n`).join('');
  await writeOut(`${colors.green('written')}   ${path}\n\nGuessed from the table; change it in the file:\n${listed}\nNext: ${colors.bold(next)}\n`);
  return EXIT.passed;
}

/** `assay init`: writes a project that runs at once, over nothing that is there, or what belongs to a table. Resolves to the exit code. */
export async function initCommand(folder: string | undefined, { from, force = false }: InitOptions): Promise<number> {
  if (from === undefined && force) throw new UsageError('--force goes with --from', { hint: 'without it, assay init never writes over a file' });
  if (from === undefined) return initProject(folder ?? '.');
  if (folder === undefined) return initFrom(from, force);
  throw new UsageError('--from writes beside the table, and takes no folder', { hint: `leave ${folder} out, or the option` });
}

/** Over nothing that is there. */
async function initProject(folder: string): Promise<number> {
  const files = await writeProject(resolve(folder), folder);
  const here = resolve(folder) === process.cwd();
  const note = noteOn(files);
  const target = note === '' ? undefined : await standIn(resolve(folder));
  const asked = target === undefined ? '' : ` --target ${shellPath(target)}`;
  const next = `${here ? '' : `cd ${shellPath(folder)} && `}assay run ${evalSuite.path}${asked}`;
  await writeOut(`${describe(files)}${note}\nNext: ${colors.bold(next)}\n`);
  return EXIT.passed;
}
