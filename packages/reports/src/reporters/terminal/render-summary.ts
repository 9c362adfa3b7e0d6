import type { RunSummary } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { cleanText } from './clean-text.js';
import type { Paint } from './paint.js';
import { renderGroups } from './render-groups.js';
import { renderLegend } from './render-legend.js';
import { renderOutcome } from './render-outcome.js';
import { renderProblem } from './render-problem.js';
import { renderWarnings } from './render-warnings.js';
import { wrapText } from './wrap-text.js';

export interface RenderSummaryOptions {
  /** Columns of the terminal; no line is wider. At least 20 are used. */
  readonly columns: number;
  readonly paint: Paint;
  /** Shows all reasons, problems and warnings that the summary has. */
  readonly verbose: boolean;
}

/** Narrower terminals are treated as this wide. */
export const MIN_COLUMNS = 20;
const BRIEF = { problems: 10, reasons: 3, warnings: 5 } as const;

function renderProblems(summary: RunSummary, width: number, options: RenderSummaryOptions): readonly string[] {
  const { paint, verbose } = options;
  const shown = summary.problems.slice(0, verbose ? undefined : BRIEF.problems);
  const maxReasons = verbose ? Number.POSITIVE_INFINITY : BRIEF.reasons;
  const hidden = summary.problemCount - shown.length;
  return [
    ...shown.flatMap((problem) => renderProblem(problem, { width, paint, maxReasons, metrics: verbose })),
    ...(hidden > 0
      ? wrapText(`… ${formatCount(hidden)} more that failed or ${hidden === 1 ? 'has' : 'have'} no score`, width).map(
          (line) => paint('dim', line),
        )
      : []),
  ];
}

/**
 * The summary of a run for a person: numbers of every suite on every target, what failed and why,
 * warnings, the outcome. Sections are parted by an empty line.
 */
export function renderSummary(summary: RunSummary, options: RenderSummaryOptions): string {
  const width = Math.max(MIN_COLUMNS, options.columns);
  const { paint, verbose } = options;
  const maxWarnings = verbose ? Number.POSITIVE_INFINITY : BRIEF.warnings;
  const sections = [
    wrapText(`Run ${cleanText(summary.runId)}`, width),
    renderGroups(summary, width, paint),
    renderLegend(summary.variants, width, paint),
    renderProblems(summary, width, options),
    renderWarnings(summary, maxWarnings, width, paint),
    renderOutcome(summary, width, paint),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}
