import { formatDiagnostic, InvalidFileError, type Diagnostic, type LocatedCase, type Redactor, type ReportDiagnostic, type Suite } from '@assay/schema';
import { createNameValidation } from '../judges/validate-names.js';
import { createLoneComparisons } from '../plan/lone-comparisons.js';
import { composeReading, type Reading } from '../reading/compose-reading.js';
import { refuseReports } from '../reporting/refuse-reports.js';
import { EXIT } from '../../exit-codes.js';
import type { CheckedSettings } from '../targets/check-settings-files.js';
import { makeTargetResolver } from '../targets/make-target-resolver.js';
import { namedInFiles, selectTargets } from '../targets/select-targets.js';
import type { TargetResolver } from '../targets/naming/target-resolver.js';

export interface ValidationRequest {
  /** Eval files, model configs, files of targets, configurations, baselines, or folders of them. */
  readonly files: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly untrusted: boolean | undefined;
  /** Of a later run; with the judges and hosts what whoever asks vouches for. */
  readonly targets: readonly string[];
  readonly judges: readonly string[];
  readonly allowHosts: readonly string[];
  /** Whether warnings make files invalid. */
  readonly strict: boolean;
}

/** What was looked at. */
interface CheckedFiles {
  readonly suites: number;
  readonly cases: number;
  /** Files beside suites. */
  readonly settings: readonly CheckedSettings[];
}

/** What was looked at, and what it comes to. */
export interface ValidatedFiles extends CheckedFiles {
  /** Findings, each as often as it was made. */
  readonly counts: Readonly<Record<Diagnostic['severity'], number>>;
  readonly valid: boolean;
  readonly exitCode: number;
}

/** Nothing in the files is wrong, and yet nothing of them can run. */
function nothingToRun(skipped: number): Diagnostic {
  return {
    severity: 'error',
    code: 'no-cases',
    message: skipped > 0 ? `no case can run: ${skipped} case${skipped === 1 ? ' lacks' : 's lack'} a required field` : 'no case can run: there is none',
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

/** What reads the files, or nothing when the project's settings are wrong: these come first. */
async function open({ files, targets, judges, allowHosts, cwd, env, redactor, untrusted }: ValidationRequest, report: ReportDiagnostic): Promise<Reading | undefined> {
  const named = { names: [...targets, ...judges], allowHosts };
  try {
    // Notes are counted either way, so that whoever asks can say that there are some.
    return await composeReading({ cwd, env, redactor, untrusted, patterns: files, verbose: true, report, withSettings: true, named, onRefused: report });
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

type LookAtCase = (suite: Suite, located: LocatedCase) => Promise<void>;

/** What cases of an untrusted project ask for, beside what is wrong with their names. */
async function lookAtCase(reading: Reading, resolver: TargetResolver, { targets: selected, judges }: ValidationRequest): Promise<LookAtCase | undefined> {
  if (!reading.trust.untrusted) return undefined;
  const { target: projectDefault, targetLocation: projectDefaultLocation } = reading.project.defaults;
  const selection = { resolver, selected, projectDefault, projectDefaultLocation };
  const { createTrustCheck } = await import('../untrusted/check-trust.js');
  return createTrustCheck({ resolver, reading, settings: { judges }, selection }).ofCase;
}

/** Comparisons of a case whose targets are named, in the files or by whoever asks, where there is one target. */
function lookAtComparisons(reading: Reading, resolver: TargetResolver, { targets: selected }: ValidationRequest, report: ReportDiagnostic): LookAtCase {
  const comparisons = createLoneComparisons({ evaluators: reading.definitions.evaluators, report });
  return async (suite, located) => {
    if (reading.trust.untrusted || !comparisons.concern(located.evalCase) || (selected.length === 0 && !namedInFiles(suite, located))) return;
    // A target that does not exist is told of elsewhere.
    const targets = await selectTargets(suite, located, { resolver, selected }).catch(() => []);
    comparisons.check(suite, located, targets);
  };
}

/** What settings ask for in reports. The reporters are loaded for that only where there is something. */
async function checkReports({ project, trust, definitions }: Reading, report: ReportDiagnostic): Promise<void> {
  if (!project.reports?.length) return;
  const [{ checkReports: check }, reporters] = await Promise.all([import('../reporting/check-report.js'), definitions.reporters()]);
  check(project.reports, reporters, report);
  refuseReports({ project, trust }, report);
}

/** Files beside suites. What checks them is loaded where there are some. */
async function checkSettings(reading: Reading, cwd: string, report: ReportDiagnostic): Promise<readonly CheckedSettings[]> {
  const settings: CheckedSettings[] = [];
  if (reading.settings.length === 0) return settings;
  const { checkSettingsFile } = await import('../targets/check-settings-files.js');
  for (const file of reading.settings) settings.push(await checkSettingsFile(file, { reading, cwd, report }));
  return settings;
}

/** Targets that a suite defines for itself. What checks them is loaded where there are some. */
async function lookAtTargets(suite: Suite, reading: Reading, cwd: string, report: ReportDiagnostic): Promise<void> {
  if (suite.targets.length === 0) return;
  const { checkSuiteTargets } = await import('../targets/check-settings-files.js');
  await checkSuiteTargets(suite, { reading, cwd, report });
}

async function checkAll(request: ValidationRequest, report: ReportDiagnostic): Promise<CheckedFiles> {
  const { files, cwd } = request;
  const reportOnce = once(report);
  const reading = await open(request, reportOnce);
  if (!reading) return { suites: 0, cases: 0, settings: [] };
  const resolver = await makeTargetResolver({ reading, cwd, report });
  const names = createNameValidation({ resolver, reading, report: reportOnce });
  await names.project();
  await checkReports(reading, reportOnce);
  const settings = await checkSettings(reading, cwd, reportOnce);
  const look = await lookAtCase(reading, resolver, request);
  const compared = lookAtComparisons(reading, resolver, request, reportOnce);
  let [cases, skipped, errors] = [0, 0, 0];
  for (const file of reading.suites) {
    const checked = await reading.checkSuite(file, {
      onSuite: (suite) => lookAtTargets(suite, reading, cwd, reportOnce),
      async onCase(suite, located) {
        await names.judgesOf(suite, located);
        if (!reading.trust.untrusted) await names.modelsOf(suite, located);
        await look?.(suite, located);
        await compared(suite, located);
      },
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
 * Checks files from beginning to end, and asks nobody. Every finding goes to `report`.
 * @throws UsageError for files that are not there, or cannot be what is checked.
 */
export async function validateFiles(request: ValidationRequest, report: ReportDiagnostic): Promise<ValidatedFiles> {
  const counts = { error: 0, warning: 0, info: 0 };
  const checked = await checkAll(request, (finding) => {
    counts[finding.severity] += 1;
    report(finding);
  });
  const valid = counts.error === 0 && !(request.strict && counts.warning > 0);
  return { ...checked, counts, valid, exitCode: valid ? EXIT.passed : EXIT.usage };
}
