import { formatDiagnostic, inWords, moreFinding, RepeatedFindings, type Diagnostic } from '@assay/schema';
import { sayOptionIn } from '../options/option-words.js';
import { validateFiles, type ValidatedFiles } from '../runner/validation/validate-files.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { colors } from '../terminal/output-style.js';

export interface ValidateOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly untrusted?: boolean;
  readonly allowHost?: readonly string[];
  readonly target?: readonly string[];
  readonly judge?: readonly string[];
}

const PAINT = { error: colors.red, warning: colors.yellow, info: colors.dim } as const;

function paint(diagnostic: Diagnostic): string {
  const { severity } = diagnostic;
  return `${formatDiagnostic(inWords(diagnostic, sayOptionIn())).replace(`${severity}:`, () => PAINT[severity](`${severity}:`))}\n`;
}

/** Not that of reports: what checks files starts without them. */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function toWire(diagnostic: Diagnostic): Record<string, unknown> {
  const { severity, code, message, location, hint, related } = inWords(diagnostic, sayOptionIn());
  return { severity, code, message, ...location, hint, related };
}

const KINDS = { targets: 'file of targets', providers: 'file of providers', config: 'project configuration', baseline: 'baseline' } as const;

/** What was checked beside suites, one line a file. */
function settingsLines({ settings }: ValidatedFiles): string {
  return settings
    .map(({ file, kind, targets }) => colors.dim(`checked ${file}: ${KINDS[kind]}${targets.length > 0 ? ` (${targets.join(', ')})` : ''}`))
    .map((line) => `${line}\n`)
    .join('');
}

function summaryLine({ valid, suites, cases, settings, counts }: ValidatedFiles, verbose: boolean): string {
  const numbers = [
    ...(suites > 0 || settings.length === 0 ? [counted(suites, 'suite'), counted(cases, 'case')] : []),
    ...(settings.length > 0 ? [counted(settings.length, suites > 0 ? 'other file' : 'file')] : []),
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
  const { strict = false, json = false, verbose = false, untrusted, target: targets = [], judge: judges = [], allowHost: allowHosts = [] } = options;
  const kept: Diagnostic[] = [];
  const repeated = new RepeatedFindings();
  const print = (diagnostic: Diagnostic): void => {
    if (json) kept.push(diagnostic);
    else if (diagnostic.severity !== 'info' || verbose) process.stdout.write(paint(diagnostic));
  };
  const report = (diagnostic: Diagnostic): void => {
    if (repeated.add(diagnostic)) print(diagnostic);
  };
  const checked = await validateFiles({ files, cwd: process.cwd(), env: process.env, redactor: outputRedactor, untrusted, targets, judges, allowHosts, strict }, report);
  for (const more of repeated.more()) if (!json) print(moreFinding(more));
  if (json) {
    const { valid, suites, cases, settings, counts } = checked;
    const more = repeated.more().map(({ last, count }) => ({ count, last: toWire(last) }));
    process.stdout.write(`${JSON.stringify({ valid, suites, cases, settings, counts, diagnostics: kept.map(toWire), more }, null, 2)}\n`);
  } else process.stdout.write(`${settingsLines(checked)}${summaryLine(checked, verbose)}`);
  return checked.exitCode;
}
