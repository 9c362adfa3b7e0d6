import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BreakNotice } from '@assay/engine';
import type { Suite, TargetDefinition } from '@assay/schema';
import { composeReading, runParts, type Extensions, type Reading, type RunParts } from '../compose.js';
import type { PanelMembers } from '../judges/prepare-panels.js';
import { providerMaker } from '../targets/make-provider.js';
import { makeSimilarity } from '../targets/make-similarity.js';
import type { TargetMakerOptions } from '../targets/resolve-target.js';
import { createTargetBook, type TargetBook } from '../targets/target-book.js';
import { targetLimiters } from '../targets/target-limiters.js';
import { failedTrials } from './case-filter.js';
import type { DiagnosticLog } from './diagnostic-log.js';
import { givenUpDiagnostic } from './given-up.js';
import { findRunFolder } from './find-run-folder.js';
import { loadSuites } from './load-suites.js';
import { planRun, type RunPlan } from './plan-run.js';
import { createReadiness, type Readiness } from './readiness.js';
import { RUN_DEFAULTS, type RunSettings } from './run-settings.js';
import { selectTargets } from './select-targets.js';
import { withOneReply } from './with-one-reply.js';
import { withoutVariants } from './without-variants.js';

/** A run that could start: everything is read, checked and ready. */
export interface PreparedRun {
  readonly reading: Reading;
  readonly parts: RunParts;
  readonly suites: readonly Suite[];
  readonly readiness: Readiness;
  readonly plan: RunPlan;
  /** Targets that are not asked any more; grows while the run goes on. */
  readonly givenUp: readonly BreakNotice[];
}

/** `assay score`: the outputs stand in for a target. */
function outputsTarget(file: string): TargetDefinition {
  return { name: 'outputs', provider: 'replay', options: { recording: file } };
}

function configuredPanel(judges: Reading['project']['judges']) {
  return judges && { judges: judges.panel, backup: judges.backup, quorum: judges.quorum };
}

function panelMaker({ judges }: RunParts) {
  return ({ judges: members, backup, quorum }: PanelMembers) =>
    judges.createJudgePanel({
      judges: members.map((member) => judges.createJudge(member)),
      backup: backup && judges.createJudge(backup),
      quorum,
    });
}

async function readinessFor(options: TargetMakerOptions): Promise<{ readiness: Readiness; book: TargetBook }> {
  const { parts, reading, settings, report } = options;
  const { definitions, project } = reading;
  // Files on the command line start from the working directory, those in the configuration from the project.
  const readFile = (file: string) => {
    const path = [settings.cwd, project.root].map((folder) => resolve(folder, file)).find((found) => existsSync(found));
    return parts.loaders.loadTargetFile(path ?? resolve(settings.cwd, file), { workingDirectory: settings.cwd, report });
  };
  const extra = settings.targetsFile === undefined ? [] : await readFile(settings.targetsFile);
  const book = createTargetBook({
    named: [...extra, ...project.targets],
    collections: project.collections,
    providers: definitions.providers,
    readFile,
    report,
  });
  const embeddings = settings.embeddings ?? project.embeddings;
  const readiness = createReadiness({
    book,
    choice: {
      judges: settings.judges,
      backupJudge: settings.backupJudge,
      configured: configuredPanel(project.judges),
      defaults: { judges: parts.judges.DEFAULT_JUDGES, backup: parts.judges.DEFAULT_BACKUP },
    },
    evaluators: definitions.evaluators,
    makeProvider: providerMaker(options),
    makePanel: panelMaker(parts),
    nameJudges: parts.judges.nameJudges,
    makeSimilarity: embeddings === undefined ? undefined : () => makeSimilarity(embeddings, book, options),
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
    composeReading({ cwd, patterns: settings.files, env, verbose, aliasPrecedence, report: log.report, extensions }),
    runParts(),
  ]);
  const loaded = await loadSuites({ files: reading.suites, cwd, loadSuite: reading.loadSuite, report: log.report });
  const suites = settings.outputs === undefined ? loaded : loaded.map((suite) => withOneReply(withoutVariants(suite)));
  log.settle();
  const { defaults } = reading.project;
  const givenUp: BreakNotice[] = [];
  const { readiness, book } = await readinessFor({
    parts,
    reading,
    settings,
    added: extensions.providers ?? [],
    report: log.report,
    limiterOf: targetLimiters({
      createLimiter: parts.engine.createLimiter,
      atOnce: settings.concurrency ?? defaults.concurrency ?? RUN_DEFAULTS.concurrency,
    }),
    onGivenUp(notice) {
      givenUp.push(notice);
      log.announce(givenUpDiagnostic(notice));
    },
  });
  const outputs = settings.outputs === undefined ? undefined : outputsTarget(settings.outputs);
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
        if (only && !only.anyVariant(suite.name, evalCase.id, target.name)) continue;
        await readiness.prepare(target, suite, evalCase);
      }
      return targets;
    },
  });
  return { reading, parts, suites, readiness, plan, givenUp };
}
