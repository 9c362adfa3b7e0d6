import type { Concurrency } from '@assay/engine';
import { formatCost, formatCount, suiteTitles, targetTitle } from '@assay/reports';
import { createRedactor } from '@assay/schema';
import { createDiagnosticLog } from '../reporting/diagnostic-log.js';
import { isolateReporters } from '../reporting/isolate-reporters.js';
import { noFilesNamed } from '../reading/no-files-named.js';
import { prepareRun } from '../prepare-run.js';
import { withInitialValues } from '../../options/option-values.js';
import type { RunRequest } from '../run-settings.js';
import type { ForeseenSpending } from '../plan/foresee-spending.js';
import { leftToDo, type LeftToDo } from './left-to-do.js';
import { rangeOf, rechecksOf } from '../plan/repeats-of.js';

interface Foreseen extends LeftToDo {
  /** True for what is left of a run. */
  readonly resumes: boolean;
  readonly judges: readonly string[];
  readonly concurrency: Concurrency;
  /** True when those who can are asked in batches. */
  readonly batch: boolean;
}

/** Requests, tokens and costs of one who is asked. */
function spendingLine(spending: ForeseenSpending): string {
  const { name, role, inputTokens, outputTokens, costUsd } = spending;
  const cost = costUsd === undefined ? 'no known price' : costUsd === 0 ? 'which costs nothing' : `about ${formatCost(costUsd)}`;
  return `  ${role} ${name}: ${countOf(spending)}, about ${formatCount(inputTokens)} tokens of input and ${formatCount(outputTokens)} of output, ${cost}`;
}

/** Where it depends on the replies, tokens and cost are those of the most. */
function countOf({ requests, mostRequests }: ForeseenSpending): string {
  if (mostRequests === Infinity) return `at least ${formatCount(requests, 'request')}`;
  return mostRequests === requests ? formatCount(requests, 'request') : `${formatCount(requests)} to ${formatCount(mostRequests, 'request')}`;
}

function spendingLines(spending: readonly ForeseenSpending[]): readonly string[] {
  if (spending.length === 0) return [];
  const known = spending.flatMap(({ costUsd }) => costUsd ?? []);
  const sum = known.reduce((total, cost) => total + cost, 0);
  const total = sum === 0 ? '' : `, for ${known.length < spending.length ? 'at least ' : ''}about ${formatCost(sum)}`;
  return [`Requests, roughly${total}:`, ...spending.map(spendingLine)];
}

function render({ groups, judges, concurrency, batch, resumes, rescored, spending }: Foreseen): string {
  const title = suiteTitles(groups);
  const total = groups.reduce((sum, { trials }) => sum + trials, 0);
  const most = groups.reduce((sum, { trials, mostTrials = trials }) => sum + mostTrials, 0);
  const width = Math.max(0, ...groups.map((suite) => title(suite).length));
  const counted = (trials: number, mostTrials: number = trials): string => `${trials}${mostTrials === trials ? '' : ` to ${mostTrials}`} trial${mostTrials === 1 ? '' : 's'}`;
  return [
    `${resumes ? 'Would go on with' : 'Would run'} ${counted(total, most)}${rescored > 0 ? `, of which ${formatCount(rescored)} would be scored again without asking the target` : ''}${batch ? ', in batches' : ''}, ${concurrency === 'auto' ? 'as many at once as the targets bear' : `at most ${concurrency} at once`}:`,
    ...groups.map(
      (group) => `  ${title(group).padEnd(width)}  on ${targetTitle(group.target, group.variant)}: ${counted(group.trials, group.mostTrials)}`,
    ),
    ...(judges.length > 0 ? [`Judges: ${judges.join(', ')}`] : []),
    ...spendingLines(spending),
    'Nothing was sent.',
    '',
  ].join('\n');
}

function encode({ groups, ...rest }: Foreseen): object {
  return {
    groups: groups.map(({ suite, suitePath, mostTrials, ...group }) => ({ suite, suite_path: suitePath, ...group, ...(mostTrials === undefined ? {} : { most_trials: mostTrials }) })),
    judges: rest.judges,
    concurrency: rest.concurrency,
    ...(rest.batch ? { batch: true } : {}),
    ...(rest.resumes ? { rescored: rest.rescored } : {}),
    spending: rest.spending.map(({ mostRequests, inputTokens, outputTokens, costUsd, ...party }) => ({
      ...party,
      // Left out where nobody knows.
      ...(mostRequests === Infinity ? {} : { most_requests: mostRequests }),
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
    })),
  };
}

/**
 * Does everything that comes before the first request, and tells what would run.
 * @throws UsageError, ConfigError or InvalidFileError, as the run itself would.
 */
export async function dryRun(request: RunRequest, json: boolean): Promise<string> {
  const resumes = request.resume !== undefined || request.rescore !== undefined;
  if (!resumes && request.files.length === 0) throw noFilesNamed(request.cwd);
  const { request: whole, earlier } = resumes ? await (await import('../resume/continue-run.js')).continueRun(request) : { request };
  const settings = withInitialValues(whole);
  const { redactor = createRedactor() } = settings;
  const reporter = isolateReporters(settings, redactor);
  const log = createDiagnosticLog({
    strict: settings.strict,
    onFinding(finding) {
      if (finding.severity !== 'info' || settings.verbose) reporter.diagnostic(redactor.value(finding));
    },
  });
  const prepared = await prepareRun({ ...settings, redactor }, log, {}, earlier);
  const { options, resources, suites, plan, close } = prepared;
  try {
    if (rangeOf(options.of('repeat'))) (await import('../plan/check-rounds.js')).checkRounds(settings, options, earlier);
    if (rechecksOf(options) !== undefined) (await import('../plan/check-rechecks.js')).checkRechecks(settings, options);
    const left = await leftToDo(prepared, earlier, log.announce);
    if (earlier && settings.outputs === undefined) (await import('../resume/refuse-other-targets.js')).refuseOtherTargets(earlier, plan.targets, settings);
    if (earlier?.mode === 'rescore' && left.unplanned > 0 && settings.acceptChanges !== true) throw (await import('../resume/nothing-to-score.js')).nothingToScore(earlier, left.unplanned, settings);
    if (!resumes && !plan.anyCase) throw await (await import('../plan/empty-run.js')).emptyRun(settings, suites);
    const foreseen: Foreseen = {
      ...left,
      resumes,
      judges: resources.judgeIds(),
      concurrency: options.of('concurrency'),
      batch: prepared.batches !== undefined,
    };
    return json ? `${JSON.stringify(encode(foreseen), null, 2)}\n` : render(foreseen);
  } finally {
    await close();
  }
}
