import { createRunId, systemClock } from '@assay/engine';
import { createRedactor, UsageError, type ReportDiagnostic, type Trial, type TrialJob } from '@assay/schema';
import { withInitialValues } from '../../options/option-values.js';
import { rangeOf } from '../plan/repeats-of.js';
import { prepareRun, type PreparedRun } from '../prepare-run.js';
import { createDiagnosticLog } from '../reporting/diagnostic-log.js';
import type { RunRequest } from '../run-settings.js';
import { jobMaker } from './job-maker.js';

/** A trial of a plan, as it would run here, and as it travels. */
export interface PlannedJob {
  readonly trial: Trial;
  readonly job: TrialJob;
}

async function* jobsOf(prepared: PreparedRun): AsyncGenerator<PlannedJob> {
  const { plan, resources } = prepared;
  const jobOf = jobMaker({ ...prepared, runId: createRunId(systemClock.now()) });
  for await (const trial of plan.trials()) {
    await resources.prepare(trial);
    yield { trial, job: await jobOf(trial) };
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
    if (rangeOf(prepared.options.of('repeat'))) {
      throw new UsageError('how many repeats --repeat adds is decided while the run goes on, and a plan says all trials before', { hint: 'name a number of repeats, as in --repeat 5' });
    }
    if (prepared.plan.needed) {
      throw new UsageError('some cases depend on others (depends_on), and jobs say nothing of an order', { hint: 'have them done by several machines with assay run --queue, which keeps it' });
    }
    yield* jobsOf(prepared);
    if (!prepared.plan.anyCase) throw await (await import('../plan/empty-run.js')).emptyRun(settings, prepared.suites);
  } finally {
    log.finish();
    await prepared.close();
  }
}
