import { resolve } from 'node:path';
import {
  type ProviderDefinition,
  type ReportDiagnostic,
  type TargetDefinition,
  type Suite,
} from '@assay/schema';
import { composeReading, runParts, type Extensions, type Reading, type RunParts } from '../compose.js';
import { providerMaker } from '../targets/make-provider.js';
import { createTargetBook } from '../targets/target-book.js';
import { failedTrials } from './case-filter.js';
import type { DiagnosticLog } from './diagnostic-log.js';
import { findRunFolder } from './find-run-folder.js';
import { loadSuites } from './load-suites.js';
import { planRun, type RunPlan } from './plan-run.js';
import { createReadiness, type PanelMembers, type Readiness } from './readiness.js';
import { RUN_DEFAULTS, type RunSettings } from './run-settings.js';
import { selectTargets } from './select-targets.js';

/** A run that could start: everything is read, checked and ready. */
export interface PreparedRun {
  readonly reading: Reading;
  readonly parts: RunParts;
  readonly suites: readonly Suite[];
  readonly readiness: Readiness;
  readonly plan: RunPlan;
}

/** `assay score`: the outputs stand in for a target. */
function outputsTarget(file: string): TargetDefinition {
  return { name: 'outputs', provider: 'replay', options: { recording: file } };
}

function configuredPanel(judges: Reading['project']['judges']) {
  if (!judges) return undefined;
  const { panel, backup, quorum } = judges;
  return { judges: panel.map((model) => ({ model })), backup: backup === undefined ? undefined : { model: backup }, quorum };
}

function panelMaker({ judges }: RunParts) {
  return ({ judges: members, backup, quorum }: PanelMembers) =>
    judges.createJudgePanel({
      judges: members.map(({ id, provider }) => judges.createJudge({ id, provider })),
      backup: backup && judges.createJudge(backup),
      quorum,
    });
}

async function readinessFor(
  reading: Reading,
  parts: RunParts,
  settings: RunSettings,
  added: readonly ProviderDefinition[],
  report: ReportDiagnostic,
): Promise<{ readiness: Readiness; book: ReturnType<typeof createTargetBook> }> {
  const { definitions, project } = reading;
  const readFile = (file: string) =>
    parts.loaders.loadTargetFile(resolve(settings.cwd, file), { workingDirectory: settings.cwd, report });
  const extra = settings.targetsFile === undefined ? [] : await readFile(settings.targetsFile);
  const book = createTargetBook({
    named: [...extra, ...project.targets],
    providers: definitions.providers,
    readFile,
    report,
  });
  const readiness = createReadiness({
    book,
    choice: {
      judges: settings.judges,
      backupJudge: settings.backupJudge,
      configured: configuredPanel(project.judges),
      defaults: { judges: parts.judges.DEFAULT_JUDGES, backup: parts.judges.DEFAULT_BACKUP },
    },
    evaluators: definitions.evaluators,
    makeProvider: providerMaker({ parts, reading, settings, added, report }),
    makePanel: panelMaker(parts),
    report,
  });
  return { readiness, book };
}

/**
 * What failed in the run that `--filter-failed` names: a folder, an id, or `latest`.
 * @throws UsageError when there is no such run or nothing failed in it.
 */
async function failedIn({ engine }: RunParts, settings: RunSettings, projectRoot: string, run: string) {
  const folder = await findRunFolder({ engine, run, cwd: settings.cwd, projectRoot });
  return failedTrials((await engine.openRun(folder)).rows(), run);
}

/**
 * Reads and checks everything that a run takes, and makes it ready.
 * @throws InvalidFileError with the findings of all files.
 * @throws ConfigError, UsageError
 */
export async function prepareRun(settings: RunSettings, log: DiagnosticLog, extensions: Extensions): Promise<PreparedRun> {
  const { cwd, env, verbose, aliasPrecedence } = settings;
  const [reading, parts] = await Promise.all([
    composeReading({ cwd, env, verbose, aliasPrecedence, report: log.report, extensions }),
    runParts(),
  ]);
  const files = await reading.discover(settings.files);
  const suites = await loadSuites({ files, cwd, loadSuite: reading.loadSuite, report: log.report });
  log.settle();
  const { defaults } = reading.project;
  const { readiness, book } = await readinessFor(reading, parts, settings, extensions.providers ?? [], log.report);
  const outputs = settings.outputs === undefined ? undefined : outputsTarget(resolve(cwd, settings.outputs));
  const only =
    settings.filterFailed === undefined
      ? undefined
      : await failedIn(parts, settings, reading.project.root, settings.filterFailed);
  const plan = await planRun({
    parts,
    suites,
    settings,
    repeats: settings.repeat ?? defaults.repeat ?? RUN_DEFAULTS.repeat,
    only,
    async targetsFor(suite, { evalCase }) {
      const targets = outputs
        ? [outputs]
        : await selectTargets(suite, evalCase, {
            book,
            selected: settings.targets,
            projectDefault: defaults.target,
          });
      for (const target of targets) {
        if (only && !only(suite.name, evalCase.id, target.name)) continue;
        await readiness.prepare(target, suite, evalCase);
      }
      return targets;
    },
  });
  return { reading, parts, suites, readiness, plan };
}
