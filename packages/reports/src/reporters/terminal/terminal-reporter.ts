import type { ResultRow, Reporter, VerdictThresholds } from '@assay/schema';
import { renderCase } from '../../explain/render-case.js';
import { renderExplanation } from '../../explain/render-explanation.js';
import { titlesAmongNames } from '../../format/suite-titles.js';
import { problemOf } from '../../statistics/problems/problem-of.js';
import { orderRows, type CompareRows } from '../../statistics/row-order.js';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { renderSlices } from '../../statistics/slices/render-slices.js';
import { createSlicedRows } from '../parts/sliced-rows.js';
import { createDiagnosticLimit } from './diagnostic-limit.js';
import { createExplainedRows } from './explained-rows.js';
import { createProgressDisplay } from './progress/progress-display.js';
import { MIN_COLUMNS } from '../../text-layout/min-columns.js';
import { createPaint } from '../../text-layout/paint.js';
import { rechecksStartLine } from '../../rechecks/rechecks-lines.js';
import { renderDiagnostic } from './render-diagnostic.js';
import { renderProblem } from './render-problem.js';
import { renderLooks } from './render-rounds.js';
import { renderSummary } from './render-summary.js';
import { systemClock, type TerminalClock } from './terminal-clock.js';
import type { TextStream } from '../text-stream.js';
import { prepareTextWidth } from '../../text-layout/text-width.js';

export interface TerminalReporterOptions {
  /** Gets the summary. */
  readonly stdout: TextStream;
  /** Gets progress, diagnostics and, with `verbose`, failures as they happen. */
  readonly stderr: TextStream;
  /** Whether escape codes for colours may be written. */
  readonly color: boolean;
  /** True if stderr is a terminal on which lines may be drawn again. */
  readonly interactive: boolean;
  /**
   * Columns of a stream's terminal now; asked again and again, since it may be resized. Infinity for
   * what is no terminal, so that lines stay whole. 0, unknown, counts as 80.
   */
  columns(stream: 'stdout' | 'stderr'): number;
  /** Shows failures as they happen, and everything that the summary otherwise cuts short. */
  readonly verbose: boolean;
  /** Also writes to stdout how each score came about, before the summary, in the order of the files. @defaultValue false */
  readonly explain?: boolean | undefined;
  /**
   * Which cases are shown on stderr as they end, whole: `failed` are those that did not pass (failed, borderline, open, without a score).
   * @defaultValue none
   */
  readonly show?: ShownCases | undefined;
  /** By what the results are summed up after the summary; see {@link sliceKey}. @defaultValue nothing */
  readonly by?: readonly string[] | undefined;
  /** @defaultValue the machine's clock */
  readonly clock?: TerminalClock | undefined;
}

/** Which cases of a run somebody wants to see. */
type ShownCases = 'all' | 'failed' | 'none';

/** A reporter that may have drawn on a terminal. */
export interface TerminalReporter extends Required<Omit<Reporter, 'runFinished' | 'comparisonFinished'>> {
  runFinished: NonNullable<Reporter['runFinished']>;
  /**
   * Takes the live lines away and shows the cursor again. For a process that ends without
   * `runFinished`; may be called at any time, from an `exit` handler too.
   */
  close(): void;
}

const MAX_DIAGNOSTICS = 20;

/** Some terminals tell no width. */
const DEFAULT_COLUMNS = 80;

/** Shows a run on a terminal or in a log: progress on stderr while it goes on, then the summary on stdout. */
export function createTerminalReporter(options: TerminalReporterOptions): TerminalReporter {
  const { stdout, stderr, interactive, verbose, show = 'none' } = options;
  const clock = options.clock ?? systemClock;
  const paint = createPaint(options.color);
  const columns = (stream: 'stdout' | 'stderr'): number => options.columns(stream) || DEFAULT_COLUMNS;
  const progress = createProgressDisplay({ stderr, interactive, paint, clock, columns: () => columns('stderr') });
  const print = (text: string): void => progress.print(text);
  const limit = createDiagnosticLimit(verbose ? Number.POSITIVE_INFINITY : MAX_DIAGNOSTICS);
  const explained = options.explain ? createExplainedRows() : undefined;
  const sliced = createSlicedRows(options);
  let thresholds: VerdictThresholds = VERDICT_THRESHOLDS;
  let order: CompareRows = orderRows({ suites: [], targets: [] });
  let suiteTitle: ReturnType<typeof titlesAmongNames> = ({ suite }) => suite;

  function titled(row: ResultRow): ResultRow {
    return { ...row, suite: suiteTitle(row) };
  }

  return {
    name: 'terminal',
    runStarted(run) {
      thresholds = run.thresholds ?? VERDICT_THRESHOLDS;
      sliced.hooks.runStarted?.(run);
      order = orderRows(run);
      suiteTitle = titlesAmongNames(run.suites);
      progress.start(run);
    },
    trialsEstimated(total) {
      progress.tracker?.estimated(total);
    },
    diagnostic(diagnostic) {
      if (limit.admits(diagnostic)) print(renderDiagnostic(diagnostic, paint));
    },
    heldUp(holdUps) {
      progress.tracker?.heldUp(holdUps);
    },
    roundEnded(rounds) {
      const titled = { ...rounds, groups: rounds.groups.map((group) => ({ ...group, suite: suiteTitle(group) })) };
      print(renderLooks(titled, Math.max(MIN_COLUMNS, columns('stderr')), verbose).map((line) => `${line}\n`).join(''));
    },
    rechecksStarted(rechecks) {
      print(`${rechecksStartLine(rechecks)}\n`);
    },
    spent(budgets) {
      progress.tracker?.spent(budgets);
    },
    trialStarted(trial) {
      progress.tracker?.started(trial, clock.now());
    },
    trialFinished(row) {
      progress.tracker?.finished(row);
      explained?.add(row, renderExplanation(titled(row), { columns: columns('stdout'), color: options.color, thresholds }));
      sliced.hooks.trialFinished?.(row);
      if (show === 'all' || (show === 'failed' && row.verdict !== 'pass')) {
        print(`${renderCase(titled(row), { columns: columns('stderr'), color: options.color, thresholds })}\n`);
        return;
      }
      if (!verbose || row.verdict === 'pass' || row.verdict === 'borderline') return;
      const problem = problemOf(titled(row), thresholds);
      const width = Math.max(MIN_COLUMNS, columns('stderr'));
      const lines = renderProblem(problem, { width, paint, thresholds, maxReasons: Number.POSITIVE_INFINITY, metrics: true });
      print(lines.map((line) => `${line}\n`).join(''));
    },
    trialKept(row) {
      progress.tracker?.kept(row);
      sliced.hooks.trialFinished?.(row);
      explained?.add(row, renderExplanation(titled(row), { columns: columns('stdout'), color: options.color, thresholds }));
    },
    runFinished(summary) {
      progress.close();
      for (const line of limit.rest()) print(`${paint('dim', line)}\n`);
      if (progress.hasPrinted) stderr.write('\n');
      const write = (): void => {
        explained?.write(stdout, order);
        stdout.write(renderSummary(summary, { columns: columns('stdout'), paint, verbose, thresholds }));
      };
      const writeSlices = async (): Promise<void> => {
        for (const each of sliced.list()) stdout.write(`\n${await renderSlices(each, { columns: columns('stdout'), color: options.color })}`);
      };
      const preparing = prepareTextWidth(JSON.stringify(summary));
      if (preparing || sliced.list().length > 0) return Promise.resolve(preparing).then(write).then(writeSlices);
      return write();
    },
    close: () => progress.close(),
  };
}
