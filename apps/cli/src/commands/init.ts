import { resolve } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { evalSuite } from '../init/eval-suite.js';
import { targets } from '../init/targets.js';
import { writeProject, type ProjectFile } from '../init/write-project.js';
import { writeOut } from '../terminal/write-out.js';
import { colors } from '../terminal/output-style.js';

const PAINT = { written: colors.green, extended: colors.green, kept: colors.dim } as const;

/** A path as a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./\\:-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function describe(files: readonly ProjectFile[]): string {
  return files.map(({ path, outcome }) => `${PAINT[outcome](outcome.padEnd(8))}  ${path}\n`).join('');
}

/** The example needs a target that a targets file of the user's own may not have. */
function noteOn(files: readonly ProjectFile[]): string {
  const own = files.find(({ path, differs }) => path === targets.path && differs);
  if (!own) return '';
  return `\n${own.path} was there already. If it has no target "demo", name one of yours with --target.\n`;
}

/** `assay init`: writes a project that runs at once, over nothing that is there. Resolves to the exit code. */
export async function initCommand(folder = '.'): Promise<number> {
  const files = await writeProject(resolve(folder), folder);
  const here = resolve(folder) === process.cwd();
  const next = `${here ? '' : `cd ${quoted(folder)} && `}assay run ${evalSuite.path}`;
  await writeOut(`${describe(files)}${noteOn(files)}\nNext: ${colors.bold(next)}\n`);
  return EXIT.passed;
}
