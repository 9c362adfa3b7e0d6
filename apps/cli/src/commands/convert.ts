import { basename, resolve } from 'node:path';
import { formatCount } from '@assay/reports';
import type { WrittenSuite } from '@assay/loaders';
import { UsageError } from '@assay/schema';
import { convertFile } from '../convert/convert-file.js';
import { checkFiles } from '../convert/plan-files.js';
import { encodeLoss, lossLines } from '../convert/report-losses.js';
import { EXIT } from '../exit-codes.js';
import { replaceFile } from '../files/replace-file.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { displayFolder } from '../files/display-folder.js';
import { writeOut } from '../terminal/write-out.js';
import { outputRedactor } from '../secrets/output-redactor.js';

export interface ConvertOptions {
  readonly to: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Only one file can be printed. */
function requireOut({ files }: WrittenSuite, { to }: ConvertOptions): void {
  if (files.length < 2) return;
  const [first] = files.map(({ path }) => basename(path));
  throw new UsageError(`this makes ${files.length} files: ${files.map(({ path }) => basename(path)).join(', ')}`, {
    hint: `say where they go with --out ${to === 'test-cases' ? 'FOLDER' : (first ?? 'FILE')}`,
  });
}

function summary(names: readonly string[], out: string | undefined, lost: number): string {
  const where = names.length > 2 && out !== undefined ? `${formatCount(names.length, 'file')} in ${out}` : names.join(', ');
  return [...(names.length > 0 ? [`written: ${where}`] : []), ...(lost > 0 ? [`${formatCount(lost, 'thing')} not carried over`] : [])].join('; ');
}

/**
 * `assay convert`: writes a suite in another format. What cannot be carried over is listed; under
 * `--strict` nothing is written then. Resolves to the exit code.
 */
export async function convertCommand(file: string, options: ConvertOptions): Promise<number> {
  const { to, strict = false, json = false, force = false } = options;
  const cwd = process.cwd();
  const out = options.out === undefined ? undefined : resolve(cwd, options.out);
  const findings = createFindingPrinter();
  const { suite, result, unread } = await convertFile({ file, to, out, cwd, env: process.env, redactor: outputRedactor, report: findings.report }).finally(() => findings.finish());
  const { files, losses, comments } = result;
  for (const line of lossLines(result, file, strict)) note(line);
  if (files.every(({ text }) => text === '')) {
    throw new UsageError(`no case of ${file} can be written as ${to}`, { hint: 'the lines above say why' });
  }
  const refused = strict && losses.length + unread > 0;
  if (!refused) {
    if (out === undefined) requireOut(result, options);
    else {
      await checkFiles({ suite, files, out, cwd, force });
      for (const { path, text } of files) await replaceFile(path, displayFolder(cwd, path), text);
    }
  }
  const names = out === undefined || refused ? [] : files.map(({ path }) => displayFolder(cwd, path));
  if (json) {
    const written = out === undefined ? files.map(({ path, text }) => ({ path, text })) : names.map((path) => ({ path }));
    await writeOut(`${JSON.stringify({ schema_version: 1, file, to, files: refused ? [] : written, losses: losses.map(encodeLoss), comments: comments.reduce((sum, { count }) => sum + count, 0) }, null, 2)}\n`);
  } else if (out === undefined && !refused) await writeOut(files.map(({ text }) => text).join(''));
  const line = summary(names, options.out, losses.length + unread);
  if (line !== '') note(`${line}${refused ? '; nothing is written (--strict)' : ''}`);
  return refused ? EXIT.usage : EXIT.passed;
}
