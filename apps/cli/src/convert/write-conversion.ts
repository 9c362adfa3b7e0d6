import { basename } from 'node:path';
import type { WrittenSuite } from '@assay/loaders';
import { UsageError, type Suite } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { displayFolder } from '../files/display-folder.js';
import { replaceFile } from '../files/replace-file.js';
import type { ConvertedFile } from './convert-file.js';
import { checkFiles } from './check-files.js';

export interface ConversionTerms {
  /** As it was named. */
  readonly file: string;
  /** Name of the format. */
  readonly to: string;
  /** Absolute path; undefined for a conversion that is only shown. */
  readonly out: string | undefined;
  readonly cwd: string;
  /** Writes nothing where something is lost. */
  readonly strict: boolean;
  /** Writes over what is there. */
  readonly force: boolean;
}

/** What became of a conversion. */
export interface WrittenConversion {
  /** The files as they should be shown; none where they are only shown, or nothing is written. */
  readonly written: readonly string[];
  /** What is to be shown instead; none where it is written, or refused. */
  readonly shown: WrittenSuite['files'];
  /** How many things are lost, also by reading. */
  readonly lost: number;
  /** True where nothing is written since something is lost. */
  readonly refused: boolean;
  readonly exitCode: number;
}

/** Only one file can be shown. */
function requireOut(files: WrittenSuite['files'], to: string): void {
  if (files.length < 2) return;
  const names = files.map(({ path }) => basename(path));
  throw new UsageError(`this makes ${files.length} files: ${names.join(', ')}`, {
    hint: `say where they go with --out ${to === 'test-cases' ? 'FOLDER' : (names[0] ?? 'FILE')}`,
  });
}

async function write(suite: Suite, files: WrittenSuite['files'], out: string, { cwd, force }: ConversionTerms): Promise<readonly string[]> {
  await checkFiles({ suite, files, out, cwd, force });
  for (const { path, text } of files) await replaceFile(path, displayFolder(cwd, path), text);
  return files.map(({ path }) => displayFolder(cwd, path));
}

/**
 * Writes a suite that was converted, unless something is lost that must not be.
 * @throws UsageError when no case can be written, or a file is there already.
 */
export async function writeConversion({ suite, result: { files, losses }, unread }: ConvertedFile, terms: ConversionTerms): Promise<WrittenConversion> {
  const { file, to, out, strict } = terms;
  if (files.every(({ text }) => text === '')) throw new UsageError(`no case of ${file} can be written as ${to}`, { hint: 'the lines above say why' });
  const lost = losses.length + unread;
  if (strict && lost > 0) return { written: [], shown: [], lost, refused: true, exitCode: EXIT.usage };
  if (out === undefined) requireOut(files, to);
  const written = out === undefined ? [] : await write(suite, files, out, terms);
  return { written, shown: out === undefined ? files : [], lost, refused: false, exitCode: EXIT.passed };
}
