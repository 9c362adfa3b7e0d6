import { formatDiagnostic, InvalidFileError, moreFinding, RepeatedFindings, type Diagnostic, type LocatedCase, type ReportDiagnostic, type Suite } from '@assay/schema';
import { composeReading, type Reading } from '../runner/reading/compose-reading.js';
import { EXIT } from '../exit-codes.js';
import { createNameValidation } from '../runner/judges/validate-names.js';
import { colors } from '../terminal/output-style.js';
import { checkSettingsFile, type CheckedSettings } from '../runner/targets/check-settings-files.js';
import { makeTargetResolver } from '../runner/targets/make-target-resolver.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import type { TargetResolver } from '../runner/targets/target-resolver.js';
import { refuseReports } from '../runner/reporting/refuse-reports.js';
import { createLoneComparisons } from '../runner/plan/lone-comparisons.js';
import { namedInFiles, selectTargets } from '../runner/targets/select-targets.js';
import { createTrustCheck } from '../runner/untrusted/check-trust.js';

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

function nothingToCheck(files: readonly string[]): Diagnostic {
  return {
    severity: 'error',
    code: 'nothing-to-check',
    message: `nothing in ${files.join(', ')} can be checked`,
    hint: 'name eval files, model configs, files of targets, .assay/config.yaml or baselines, or folders that hold some',
  };
}

interface Checked {
  readonly suites: number;
  readonly cases: number;
  readonly settings: readonly CheckedSettings[];
  readonly counts: Readonly<Record<Diagnostic['severity'], number>>;
}

const KINDS = { targets: 'file of targets', providers: 'file of providers', config: 'project configuration', baseline: 'baseline' } as const;

/** What was checked beside suites, one line a file. */
function settingsLines({ settings }: Checked): string {
  return settings
    .map(({ file, kind, targets }) => colors.dim(`checked ${file}: ${KINDS[kind]}${targets.length > 0 ? ` (${targets.join(', ')})` : ''}`))
    .map((line) => `${line}\n`)
    .join('');
}

function summaryLine(valid: boolean, { suites, cases, settings, counts }: Checked, verbose: boolean): string {
  const numbers = [
    ...(suites > 0 || settings.length === 0 ? [counted(suites, 'suite'), counted(cases, 'case')] : []),
    ...(settings.length > 0 ? [counted(settings.length, suites > 0 ? 'other file' : 'file')] : []),
    counted(counts.error, 'error'),
    counted(counts.warning, 'warning'),
    ...(counts.info > 0 ? [`${counted(counts.info, 'note')}${verbose ? '' : ' (--verbose lists them)'}`] : []),
  ];
  return `${valid ? colors.green('valid') : colors.red('invalid')}: ${numbers.join(', ')}\n`;
}

/** What reads the files, or nothing when the project's settings are wrong: these come first. */
async function open(files: readonly string[], cwd: string, options: ValidateOptions, report: ReportDiagnostic): Promise<Reading | undefined> {
  const { untrusted, target = [], judge = [], allowHost: allowHosts = [] } = options;
  const named = { names: [...target, ...judge], allowHosts };
  try {
    // Notes are counted either way, so that the last line can say that there are some.
    return await composeReading({ cwd, patterns: files, env: process.env, redactor: outputRedactor, verbose: true, report, withSettings: true, untrusted, named, onRefused: report });
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    error.diagnostics.forEach(report);
    return undefined;
  }
}

/** Passes findings on, those that are exactly the same once: the project's files may be named too. */
function once(report: ReportDiagnostic): ReportDiagnostic {
  const told = new Set<string>();
  return (diagnostic) => {
    const key = formatDiagnostic(diagnostic);
    if (told.has(key)) return;
    told.add(key);
    report(diagnostic);
  };
}

/** What cases of an untrusted project ask for, beside what is wrong with their names. */
function lookAtCase(reading: Reading, resolver: TargetResolver, { target: selected = [], judge: judges = [] }: ValidateOptions): ((suite: Suite, located: LocatedCase) => Promise<void>) | undefined {
  if (!reading.trust.untrusted) return undefined;
  const { target: projectDefault, targetLocation: projectDefaultLocation } = reading.project.defaults;
  const selection = { resolver, selected, projectDefault, projectDefaultLocation };
  return createTrustCheck({ resolver, reading, settings: { judges }, selection }).ofCase;
}

/** Comparisons of a case whose targets are named, in the files or by the command, where there is one target. */
function lookAtComparisons(reading: Reading, resolver: TargetResolver, { target: selected = [] }: ValidateOptions, report: ReportDiagnostic): (suite: Suite, located: LocatedCase) => Promise<void> {
  const comparisons = createLoneComparisons({ evaluators: reading.definitions.evaluators, report });
  return async (suite, located) => {
    if (reading.trust.untrusted || !comparisons.concern(located.evalCase) || (selected.length === 0 && !namedInFiles(suite, located))) return;
    // A target that does not exist is told of elsewhere.
    const targets = await selectTargets(suite, located, { resolver, selected }).catch(() => []);
    comparisons.check(suite, located, targets);
  };
}

/** What settings ask for in reports. The reporters are loaded for that only where there is something. */
async function checkReports({ project, trust }: Reading, report: ReportDiagnostic): Promise<void> {
  if (!project.reports?.length) return;
  const [{ checkReports: check }, { installedReporters }] = await Promise.all([import('../runner/reporting/check-report.js'), import('../runner/reporting/installed-reporters.js')]);
  check(project.reports, installedReporters(), report);
  refuseReports({ project, trust }, report);
}

async function checkAll(files: readonly string[], cwd: string, options: ValidateOptions, report: ReportDiagnostic): Promise<Omit<Checked, 'counts'>> {
  const reportOnce = once(report);
  const reading = await open(files, cwd, options, reportOnce);
  if (!reading) return { suites: 0, cases: 0, settings: [] };
  const resolver = await makeTargetResolver({ reading, cwd, report });
  const names = createNameValidation({ resolver, reading, report: reportOnce });
  await names.project();
  await checkReports(reading, reportOnce);
  const settings: CheckedSettings[] = [];
  for (const file of reading.settings) settings.push(await checkSettingsFile(file, { reading, cwd, report: reportOnce }));
  const look = lookAtCase(reading, resolver, options);
  const compared = lookAtComparisons(reading, resolver, options, reportOnce);
  let cases = 0;
  let skipped = 0;
  let errors = 0;
  for (const file of reading.suites) {
    const checked = await reading.checkSuite(file, async (suite, located) => {
      await names.judgesOf(suite, located);
      if (!reading.trust.untrusted) await names.modelsOf(suite, located);
      await look?.(suite, located);
      await compared(suite, located);
    });
    cases += checked.cases;
    skipped += checked.skipped;
    errors += checked.errors;
  }
  const suites = reading.suites.length;
  if (suites === 0 && settings.length === 0) report(nothingToCheck(files));
  // A run of such files ends with the same exit code.
  if (suites > 0 && cases === 0 && errors === 0) report(nothingToRun(skipped));
  return { suites, cases, settings };
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
  const print = (diagnostic: Diagnostic): void => {
    if (json) kept.push(diagnostic);
    else if (diagnostic.severity !== 'info' || verbose) process.stdout.write(paint(diagnostic));
  };
  const report = (diagnostic: Diagnostic): void => {
    counts[diagnostic.severity] += 1;
    if (repeated.add(diagnostic)) print(diagnostic);
  };
  const checked: Checked = { ...(await checkAll(files, process.cwd(), options, report)), counts };
  for (const more of repeated.more()) if (!json) print(moreFinding(more));
  const valid = counts.error === 0 && !(strict && counts.warning > 0);
  if (json) {
    const { suites, cases, settings } = checked;
    const more = repeated.more().map(({ last, count }) => ({ count, last: toWire(last) }));
    process.stdout.write(`${JSON.stringify({ valid, suites, cases, settings, counts, diagnostics: kept.map(toWire), more }, null, 2)}\n`);
  } else process.stdout.write(`${settingsLines(checked)}${summaryLine(valid, checked, verbose)}`);
  return valid ? EXIT.passed : EXIT.usage;
}
