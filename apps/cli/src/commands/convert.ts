import { resolve } from 'node:path';
import { formatCount } from '@assay/reports';
import { convertFile } from '../convert/convert-file.js';
import { encodeLoss, lossLines } from '../convert/report-losses.js';
import { writeConversion, type WrittenConversion } from '../convert/write-conversion.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
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

function summary({ written, lost, refused }: WrittenConversion, out: string | undefined): string {
  const where = written.length > 2 && out !== undefined ? `${formatCount(written.length, 'file')} in ${out}` : written.join(', ');
  const done = [...(written.length > 0 ? [`written: ${where}`] : []), ...(lost > 0 ? [`${formatCount(lost, 'thing')} not carried over`] : [])].join('; ');
  return `${done}${refused ? '; nothing is written (--strict)' : ''}`;
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
  const converted = await convertFile({ file, to, out, cwd, env: process.env, redactor: outputRedactor, report: findings.report }).finally(() => findings.finish());
  const { losses, comments } = converted.result;
  for (const line of lossLines(converted.result, file, strict)) note(line);
  const done = await writeConversion(converted, { file, to, out, cwd, strict, force });
  if (json) {
    const files = [...done.shown.map(({ path, text }) => ({ path, text })), ...done.written.map((path) => ({ path }))];
    await writeOut(`${JSON.stringify({ schema_version: 1, file, to, files, losses: losses.map(encodeLoss), comments: comments.reduce((sum, { count }) => sum + count, 0) }, null, 2)}\n`);
  } else if (done.shown.length > 0) await writeOut(done.shown.map(({ text }) => text).join(''));
  const line = summary(done, options.out);
  if (line !== '') note(line);
  return done.exitCode;
}
