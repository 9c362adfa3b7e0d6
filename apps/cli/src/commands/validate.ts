import { formatDiagnostic, type Diagnostic } from '@assay/schema';
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

/** `assay validate`: prints every finding with its place as it is found. Resolves to the exit code. */
export async function validateCommand(files: readonly string[], options: ValidateOptions): Promise<number> {
  const { strict = false, json = false, verbose = false } = options;
  const counts = { error: 0, warning: 0, info: 0 };
  const kept: Diagnostic[] = [];
  const cwd = process.cwd();
  const report = (diagnostic: Diagnostic): void => {
    counts[diagnostic.severity] += 1;
    if (json) kept.push(diagnostic);
    else if (diagnostic.severity !== 'info' || verbose) process.stdout.write(paint(diagnostic));
  };
  const reading = await composeReading({
    cwd,
    patterns: files,
    env: process.env,
    // Notes are counted either way, so that the last line can say that there are some.
    verbose: true,
    report,
  });
  const book = await makeTargetBook({ loaders: await targetReading(), reading, cwd, report });
  const names = createNameValidation({ book, reading, report });
  await names.project();
  let suites = 0;
  let cases = 0;
  for (const file of reading.suites) {
    suites += 1;
    cases += (await reading.checkSuite(file, names.judgesOf)).cases;
  }
  const valid = counts.error === 0 && !(strict && counts.warning > 0);
  if (json) {
    process.stdout.write(`${JSON.stringify({ valid, suites, cases, diagnostics: kept.map(toWire) }, null, 2)}\n`);
  } else {
    const numbers = [
      counted(suites, 'suite'),
      counted(cases, 'case'),
      counted(counts.error, 'error'),
      counted(counts.warning, 'warning'),
      ...(counts.info > 0 ? [`${counted(counts.info, 'note')}${verbose ? '' : ' (--verbose lists them)'}`] : []),
    ];
    process.stdout.write(`${valid ? colors.green('valid') : colors.red('invalid')}: ${numbers.join(', ')}\n`);
  }
  return valid ? EXIT.passed : EXIT.usage;
}
