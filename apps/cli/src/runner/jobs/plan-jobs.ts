import { relative } from 'node:path';
import { createRunId, systemClock } from '@assay/engine';
import { ConfigError, createRedactor, JOB_SCHEMA_VERSION, suiteKey, type ReportDiagnostic, type Suite, type Trial, type TrialJob } from '@assay/schema';
import { withInitialValues } from '../../options/option-values.js';
import { VERSION } from '../../version.js';
import { emptyRun } from '../plan/plan-run.js';
import { prepareRun, type PreparedRun } from '../prepare-run.js';
import { createDiagnosticLog } from '../reporting/diagnostic-log.js';
import type { RunRequest } from '../run-settings.js';
import { createTrialDigests } from './trial-digests.js';

/** A trial of a plan, as it would run here, and as it travels. */
export interface PlannedJob {
  readonly trial: Trial;
  readonly job: TrialJob;
}

/** The path by which other checkouts find a suite. @throws ConfigError for one outside of the project. */
function fileOf({ file, name }: Suite, root: string): string {
  const path = relative(root, file).replaceAll('\\', '/');
  if (path !== '' && path !== '..' && !path.startsWith('../') && !/^(?:\/|[A-Za-z]:)/u.test(path)) return path;
  throw new ConfigError(`suite "${name}" lies outside of the project (${root}), so that no other checkout could find it: ${file}`, {
    hint: 'run the command in the project of the suite',
  });
}

async function* jobsOf({ plan, resources, reading, suites, identities }: PreparedRun): AsyncGenerator<PlannedJob> {
  const files = new Map(suites.map((suite) => [suiteKey({ suite: suite.name, suitePath: suite.path }), fileOf(suite, reading.project.root)]));
  const digests = createTrialDigests({ reading, resources });
  const runId = createRunId(systemClock.now());
  // That of the digests which rows keep: those of workers are to mean the same.
  const { salt } = identities.all;
  for await (const trial of plan.trials()) {
    await resources.prepare(trial);
    const { key, suite, suitePath, evalCase, location, target, variant, repeat } = trial;
    yield {
      trial,
      job: {
        schemaVersion: JOB_SCHEMA_VERSION,
        assayVersion: VERSION,
        runId,
        salt,
        trialKey: key,
        suite,
        suitePath,
        suiteFile: files.get(suiteKey(trial)) ?? suitePath,
        caseId: evalCase.id,
        caseLine: location.line,
        target: target.name,
        variant: variant.label,
        repeat,
        digests: await digests(trial, salt),
      },
    };
  }
}

/**
 * The trials that a run would have, in its order, as jobs. Does everything that comes before the first request, and sends
 * nothing; streamed files are read as far as jobs are asked for.
 * @throws UsageError, ConfigError or InvalidFileError, as the run itself would.
 */
export async function* planJobs(request: RunRequest, onFinding: ReportDiagnostic): AsyncGenerator<PlannedJob> {
  const settings = withInitialValues(request);
  const { redactor = createRedactor() } = settings;
  const log = createDiagnosticLog({ strict: settings.strict, onFinding: (finding) => onFinding(redactor.value(finding)) });
  const prepared = await prepareRun({ ...settings, redactor }, log, {});
  try {
    yield* jobsOf(prepared);
    if (!prepared.plan.anyCase) throw await emptyRun(settings, prepared.suites);
  } finally {
    log.finish();
    await prepared.close();
  }
}
