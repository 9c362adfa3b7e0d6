import type { RunSummary, SummaryProblem, VerdictThresholds } from '@assay/schema';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { formatCount } from '../../format/format-count.js';
import { suiteTitles, withTitles } from '../../format/suite-titles.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { MIN_COLUMNS } from '../../text-layout/min-columns.js';
import type { Paint } from '../../text-layout/paint.js';
import { renderGroups } from './render-groups.js';
import { renderJudging } from './render-judging.js';
import { renderLabels } from './render-labels.js';
import { renderLegend } from '../../text-layout/render-legend.js';
import { renderOutcome } from './render-outcome.js';
import { renderProblem } from './render-problem.js';
import { renderRechecks } from '../../rechecks/render-rechecks.js';
import { renderRepeats } from './render-repeats.js';
import { renderRounds } from './render-rounds.js';
import { renderWarnings } from './render-warnings.js';
import { wrapText } from '../../text-layout/wrap-text.js';

export interface RenderSummaryOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly paint: Paint;
  /** Shows all reasons, problems and warnings that the summary has. */
  readonly verbose: boolean;
  /** What verdicts are from. @defaultValue those of a project that says nothing else */
  readonly thresholds?: VerdictThresholds | undefined;
}

const BRIEF = { problems: 10, borderline: 5, reasons: 3, warnings: 5 } as const;

interface Listed {
  readonly problems: readonly SummaryProblem[];
  /** How many there are, those that the summary does not hold included. */
  readonly count: number;
  /** How many are shown without `verbose`. */
  readonly brief: number;
  /** What the others are, for their number. */
  more(hidden: number): string;
}

function renderList({ problems, count, brief, more }: Listed, width: number, { paint, verbose, thresholds = VERDICT_THRESHOLDS }: RenderSummaryOptions): readonly string[] {
  const shown = problems.slice(0, verbose ? undefined : brief);
  const maxReasons = verbose ? Number.POSITIVE_INFINITY : BRIEF.reasons;
  const hidden = count - shown.length;
  return [
    ...shown.flatMap((problem) => renderProblem(problem, { width, paint, thresholds, maxReasons, metrics: verbose })),
    ...(hidden > 0 ? wrapText(`… ${formatCount(hidden)} more ${more(hidden)}`, width).map((line) => paint('dim', line)) : []),
  ];
}

function renderProblems({ problems, problemCount }: RunSummary, width: number, options: RenderSummaryOptions): readonly string[] {
  const more = (hidden: number): string => `that failed or ${hidden === 1 ? 'has' : 'have'} no score`;
  return renderList({ problems, count: problemCount, brief: BRIEF.problems, more }, width, options);
}

/** Cases that nobody looks at because they fail nothing, and should. */
function renderBorderline({ borderlineCases, borderlineCount }: RunSummary, width: number, options: RenderSummaryOptions): readonly string[] {
  const more = (hidden: number): string => `that ${hidden === 1 ? 'is' : 'are'} borderline`;
  const lines = renderList({ problems: borderlineCases, count: borderlineCount, brief: BRIEF.borderline, more }, width, options);
  return lines.length === 0 ? [] : ['Borderline', ...lines];
}

/** The summary with suites under the names that they are shown by. */
function titled(summary: RunSummary): RunSummary {
  const { groups, problems, borderlineCases, variants, repeats, rechecks, rounds } = summary;
  const title = suiteTitles(groups);
  return {
    ...summary,
    groups: withTitles(groups, title),
    problems: withTitles(problems, title),
    borderlineCases: withTitles(borderlineCases, title),
    variants: variants && withTitles(variants, title),
    rounds: rounds && { ...rounds, groups: withTitles(rounds.groups, title) },
    rechecks: rechecks && { ...rechecks, list: withTitles(rechecks.list, title) },
    repeats: repeats && { ...repeats, flaky: withTitles(repeats.flaky, title), ...(repeats.passes && { passes: withTitles(repeats.passes, title) }) },
  };
}

/**
 * The summary of a run for a person: numbers of every suite on every target, what failed and why,
 * warnings, the outcome. Sections are parted by an empty line.
 */
export function renderSummary(given: RunSummary, options: RenderSummaryOptions): string {
  const width = Math.max(MIN_COLUMNS, options.columns);
  const { paint, verbose } = options;
  const summary = titled(given);
  const maxWarnings = verbose ? Number.POSITIVE_INFINITY : BRIEF.warnings;
  const sections = [
    wrapText(`Run ${cleanText(summary.runId)}`, width),
    renderGroups(summary, width, paint),
    renderLegend(summary.variants, width, paint),
    renderLabels(summary.groups, width, paint),
    renderRounds(summary, width, verbose),
    renderRepeats(summary, width, verbose),
    renderRechecks(summary, width, verbose),
    renderJudging(summary, width),
    renderProblems(summary, width, options),
    renderBorderline(summary, width, options),
    renderWarnings(summary, maxWarnings, width, paint),
    renderOutcome(summary, width, paint),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}
