import { formatDiagnostic, moreFinding, RepeatedFindings, type Diagnostic } from '@assay/schema';
import { composeReading, targetReading } from '../compose.js';
import { EXIT } from '../exit-codes.js';
import { createNameValidation } from '../judges/validate-names.js';
import { colors } from '../output-style.js';
import { makeTargetBook } from '../targets/make-book.js';

export interface ValidateOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

const PAINT = { error: colors.red, warning: colors.yellow, info: colors.dim } as const;

function paint(diagnostic: Diagnostic): string {
  const { severity } = diagnostic;
  return `${formatDiagnostic(diagnostic).replace(`${severity}:`, () => PAINT[severity](`${severity}:`))}\n`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function toWire(diagnostic: Diagnostic): Record<string, unknown> {
  const { severity, code, message, location, hint, related } = diagnostic;
  return { severity, code, message, ...location, hint, related };
}

/** A finding of the command's own: nothing in the files is wrong, and yet nothing of them can run. */
function nothingToRun(skipped: number): Diagnostic {
  return {
    severity: 'error',
    code: 'no-cases',
    message: skipped > 0 ? `no case can run: ${counted(skipped, 'case')} lack${skipped === 1 ? 's' : ''} a required field` : 'no case can run: there is none',
    hint: skipped > 0 ? 'add what the warnings name' : 'add a case',
  };
}

interface Checked {
  readonly suites: number;
  readonly cases: number;
  readonly counts: Readonly<Record<Diagnostic['severity'], number>>;
}

function summaryLine(valid: boolean, { suites, cases, counts }: Checked, verbose: boolean): string {
  const numbers = [
    counted(suites, 'suite'),
    counted(cases, 'case'),
    counted(counts.error, 'error'),
    counted(counts.warning, 'warning'),
    ...(counts.info > 0 ? [`${counted(counts.info, 'note')}${verbose ? '' : ' (--verbose lists them)'}`] : []),
  ];
  return `${valid ? colors.green('valid') : colors.red('invalid')}: ${numbers.join(', ')}\n`;
}

/**
 * `assay validate`: prints every finding with its place as it is found; of one that stands on many
 * lines the first few, and how many there are. Resolves to the exit code.
 */
export async function validateCommand(files: readonly string[], options: ValidateOptions): Promise<number> {
  const { strict = false, json = false, verbose = false } = options;
  const counts = { error: 0, warning: 0, info: 0 };
  const kept: Diagnostic[] = [];
  const repeated = new RepeatedFindings();
  const cwd = process.cwd();
  const print = (diagnostic: Diagnostic): void => {
    if (json) kept.push(diagnostic);
    else if (diagnostic.severity !== 'info' || verbose) process.stdout.write(paint(diagnostic));
  };
  const report = (diagnostic: Diagnostic): void => {
    counts[diagnostic.severity] += 1;
    if (repeated.add(diagnostic)) print(diagnostic);
  };
  // Notes are counted either way, so that the last line can say that there are some.
  const reading = await composeReading({ cwd, patterns: files, env: process.env, verbose: true, report });
  const book = await makeTargetBook({ loaders: await targetReading(), reading, cwd, report });
  const names = createNameValidation({ book, reading, report });
  await names.project();
  let suites = 0;
  let cases = 0;
  let skipped = 0;
  for (const file of reading.suites) {
    suites += 1;
    const checked = await reading.checkSuite(file, names.judgesOf);
    cases += checked.cases;
    skipped += checked.skipped;
  }
  // A run of such files ends with the same exit code.
  if (suites > 0 && cases === 0 && counts.error === 0) report(nothingToRun(skipped));
  for (const more of repeated.more()) if (!json) print(moreFinding(more));
  const valid = counts.error === 0 && !(strict && counts.warning > 0);
  const checked: Checked = { suites, cases, counts };
  if (json) {
    const more = repeated.more().map(({ last, count }) => ({ count, last: toWire(last) }));
    process.stdout.write(`${JSON.stringify({ valid, suites, cases, counts, diagnostics: kept.map(toWire), more }, null, 2)}\n`);
  } else process.stdout.write(summaryLine(valid, checked, verbose));
  return valid ? EXIT.passed : EXIT.usage;
}
