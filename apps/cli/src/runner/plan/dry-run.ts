import type { Concurrency } from '@assay/engine';
import { suiteTitles, targetTitle } from '@assay/reports';
import { createRedactor, UsageError, type SuiteIdentity } from '@assay/schema';
import { createDiagnosticLog } from '../reporting/diagnostic-log.js';
import { isolateReporters } from '../reporting/isolate-reporters.js';
import { prepareRun, type PreparedRun } from '../prepare-run.js';
import { withInitialValues } from '../../options/option-values.js';
import type { RunRequest } from '../run-settings.js';

interface Foreseen {
  readonly groups: PreparedRun['plan']['groups'];
  readonly judges: readonly string[];
  /** Suites that are read while they run, so that their trials are not counted. */
  readonly streamed: readonly SuiteIdentity[];
  readonly concurrency: Concurrency;
}

function render({ groups, judges, streamed, concurrency }: Foreseen): string {
  const title = suiteTitles([...groups, ...streamed]);
  const total = groups.reduce((sum, { trials }) => sum + trials, 0);
  const width = Math.max(0, ...[...groups, ...streamed].map((suite) => title(suite).length));
  const counted = (trials: number): string => `${trials} trial${trials === 1 ? '' : 's'}`;
  return [
    `Would run ${counted(total)}${streamed.length > 0 ? ' and those of streamed files' : ''}, ${concurrency === 'auto' ? 'as many at once as the targets bear' : `at most ${concurrency} at once`}:`,
    ...groups.map(
      (group) => `  ${title(group).padEnd(width)}  on ${targetTitle(group.target, group.variant)}: ${counted(group.trials)}`,
    ),
    ...streamed.map((suite) => `  ${title(suite).padEnd(width)}  counted while it is read`),
    ...(judges.length > 0 ? [`Judges: ${judges.join(', ')}`] : []),
    'Nothing was sent.',
    '',
  ].join('\n');
}

function encode({ groups, streamed, ...rest }: Foreseen): object {
  return {
    groups: groups.map(({ suite, suitePath, ...group }) => ({ suite, suite_path: suitePath, ...group })),
    judges: rest.judges,
    streamed: streamed.map(({ suite }) => suite),
    concurrency: rest.concurrency,
  };
}

/**
 * Does everything that comes before the first request, and tells what would run.
 * @throws UsageError, ConfigError or InvalidFileError, as the run itself would.
 */
export async function dryRun(request: RunRequest, json: boolean): Promise<string> {
  if (request.resume !== undefined || request.rescore !== undefined) {
    throw new UsageError('--dry-run shows the plan of a run that begins: it does not go with --resume or --rescore', { hint: 'assay list runs tells how far a run is' });
  }
  if (request.files.length === 0) throw new UsageError('no eval file is named', { hint: 'name files, folders or globs' });
  const settings = withInitialValues(request);
  const { redactor = createRedactor() } = settings;
  const reporter = isolateReporters(settings, redactor);
  const log = createDiagnosticLog({
    strict: settings.strict,
    onFinding(finding) {
      if (finding.severity !== 'info' || settings.verbose) reporter.diagnostic(redactor.value(finding));
    },
  });
  const { options, plan, resources, suites, close } = await prepareRun({ ...settings, redactor }, log, {});
  const foreseen: Foreseen = {
    groups: plan.groups,
    judges: resources.judgeIds(),
    streamed: suites.filter(({ size }) => size === undefined).map(({ name, path }) => ({ suite: name, suitePath: path })),
    concurrency: options.of('concurrency'),
  };
  await close();
  return json ? `${JSON.stringify(encode(foreseen), null, 2)}\n` : render(foreseen);
}
