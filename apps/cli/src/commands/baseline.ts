import { resolve } from 'node:path';
import type { ProjectConfig } from '@assay/loaders';
import {
  compareNatural,
  createSlicedCases,
  encodeBaselineCheck,
  encodeBaselines,
  encodeSavedBaseline,
  renderBaselineCheck,
  renderBaselines,
  renderSavedBaselines,
  sortBaselines,
} from '@assay/reports';
import { formatDiagnostic, InvalidFileError, type SuiteIdentity, type VerdictThresholds } from '@assay/schema';
import { openBaselineFolder, type BaselineFolder } from '../baseline/baseline-folder.js';
import { checkGate } from '../baseline/check-gate.js';
import { checkRun, type CheckTerms } from '../baseline/check-run.js';
import { fewRepeats } from '../baseline/few-repeats.js';
import { readResults } from '../baseline/read-results.js';
import { saveBaselines } from '../baseline/save-baselines.js';
import { matchesGroup, selectGroups, type GroupFilter } from '../baseline/select-groups.js';
import { requireWhole } from '../baseline/whole-run.js';
import { EXIT } from '../exit-codes.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { projectHere } from '../terminal/project-here.js';
import { withComparisonReports } from '../terminal/with-comparison-reports.js';
import { writeOut } from '../terminal/write-out.js';
import type { OptionValues } from '../options/option-values.js';

interface CommonOptions extends GroupFilter {
  /** Folder of baselines. */
  readonly dir?: string;
  readonly json?: boolean;
}

export interface BaselineSaveOptions extends CommonOptions {
  /** Runs whose repeats are taken too. */
  readonly pool?: readonly string[];
}

export interface BaselineCheckOptions extends CommonOptions, CheckTerms {
  /** What the check is made apart for, too. */
  readonly by?: readonly string[];
  readonly report?: OptionValues['reports'];
}

export type BaselineShowOptions = Omit<CommonOptions, 'suite'>;

interface Session {
  readonly cwd: string;
  readonly project: ProjectConfig;
  readonly folder: BaselineFolder;
}

async function openSession(dir: string | undefined): Promise<Session> {
  const cwd = process.cwd();
  const project = await projectHere(cwd);
  const directory = dir === undefined ? resolve(project.root, 'baselines') : resolve(cwd, dir);
  return { cwd, project, folder: openBaselineFolder({ directory, cwd, projectRoot: resolve(project.root) }) };
}

/** @param thresholds by which replies pass */
const style = (thresholds: VerdictThresholds | undefined) => ({ columns: outputColumns(), color: usesColor(), thresholds });

function byName(a: SuiteIdentity & { target: string }, b: SuiteIdentity & { target: string }): number {
  return compareNatural(a.suite, b.suite) || compareNatural(a.suitePath, b.suitePath) || compareNatural(a.target, b.target);
}

/** `assay baseline save`: keeps the results of a run as the reference of later ones. Resolves to the exit code. */
export async function baselineSaveCommand(runName: string, options: BaselineSaveOptions): Promise<number> {
  const session = await openSession(options.dir);
  const { folder, cwd, project } = session;
  const run = await readResults({ run: runName, pool: options.pool, cwd, projectRoot: project.root });
  requireWhole(run);
  const groups = selectGroups(run.groups, options, 'the run has').toSorted(byName);
  const saved = await saveBaselines({ run, groups, folder });
  const few = fewRepeats(saved);
  if (few !== undefined) process.stderr.write(`${formatDiagnostic(few)}\n`);
  await writeOut(
    options.json
      ? `${JSON.stringify({ schema_version: 1, run_id: run.runId ?? null, location: run.location, baselines: saved.map(encodeSavedBaseline) }, null, 2)}\n`
      : await renderSavedBaselines(saved, style(run.verdicts)),
  );
  return EXIT.passed;
}

function saveCommand(run: string, { dir }: CommonOptions): string {
  const words = ['assay', 'baseline', 'save', ...(run === 'latest' ? [] : [run]), ...(dir === undefined ? [] : ['--dir', dir])];
  return words.map((word) => (/\s/u.test(word) ? `'${word}'` : word)).join(' ');
}

/** `assay baseline check`: checks a run against its baselines. Resolves to the exit code. */
export function baselineCheckCommand(runName: string, options: BaselineCheckOptions): Promise<number> {
  const { by = [], json, report: reports } = options;
  checkGate(options);
  const sliced = by.map(createSlicedCases);
  return withComparisonReports({ reports, json, by, cwd: process.cwd() }, async () => {
    const { cwd, project, folder: baselines } = await openSession(options.dir);
    const { check, slices, run, folder, verdicts, report } = await checkRun({ run: runName, cwd, projectRoot: project.root, folder: baselines, filter: options, terms: options, sliced });
    return {
      exitCode: check.exitCode,
      text: () =>
        json
          ? `${JSON.stringify(encodeBaselineCheck(check, run, slices), null, 2)}\n`
          : renderBaselineCheck(check, { location: run.location, saveCommand: saveCommand(runName, options), slices, ...style(verdicts) }),
      runs: [folder],
      comparison: report,
    };
  });
}

const FIRST_STEPS = 'Save the results of a run as a baseline: assay baseline save [RUN]';

/** `assay baseline show`: lists baselines, or the cases of those of a suite or target. Resolves to the exit code. */
export async function baselineShowCommand(suite: string | undefined, options: BaselineShowOptions): Promise<number> {
  const { folder, project } = await openSession(options.dir);
  const { baselines, findings } = await folder.list();
  const wanted = { suite: suite === undefined ? [] : [suite], target: options.target ?? [] };
  const withCases = wanted.suite.length + wanted.target.length > 0;
  const named = baselines.map((stored) => ({ stored, suite: stored.baseline.suite, suitePath: stored.baseline.suitePath, target: stored.baseline.target.name }));
  // A file that cannot be used may be the very one that was asked for: what is wrong with it is reported instead.
  const selected =
    findings.length > 0
      ? named.filter((each) => matchesGroup(each, wanted))
      : selectGroups(named, baselines.length > 0 ? wanted : {}, `${folder.shown} has`);
  const shown = sortBaselines(selected.map(({ stored }) => stored));
  if (options.json) await writeOut(`${JSON.stringify(encodeBaselines(shown, withCases), null, 2)}\n`);
  else if (shown.length > 0) await writeOut(await renderBaselines(shown, withCases, style(project.verdicts)));
  else if (findings.length === 0) await writeOut(`There are no baselines in ${folder.shown} yet.\n${FIRST_STEPS}\n`);
  if (findings.length > 0) throw new InvalidFileError(findings);
  return EXIT.passed;
}
