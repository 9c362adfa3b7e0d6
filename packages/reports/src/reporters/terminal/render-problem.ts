import type { SummaryProblem, VerdictThresholds } from '@assay/schema';
import { formatCaseScore } from '../../format/format-score.js';
import { formatCount } from '../../format/format-count.js';
import { formatMetric } from '../../format/format-metric.js';
import { targetTitle } from '../../format/target-title.js';
import { caseTitle } from '../../text-layout/case-title.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { flowPieces } from '../../text-layout/flow-pieces.js';
import type { Color, Paint } from '../../text-layout/paint.js';
import { shownText } from '../../text-layout/shown-text.js';
import { truncateText } from '../../text-layout/truncate-text.js';
import { wrapText } from '../../text-layout/wrap-text.js';

export interface RenderProblemOptions {
  readonly width: number;
  readonly paint: Paint;
  /** What verdicts of the run are from. */
  readonly thresholds: VerdictThresholds;
  /** Reasons that are shown; the others are counted. */
  readonly maxReasons: number;
  /** Also shows what was measured beside the score. */
  readonly metrics?: boolean | undefined;
}

const INDENT = 4;

function signOf({ score, verdict }: SummaryProblem, thresholds: VerdictThresholds): { readonly mark: string; readonly color: Color; readonly result: string } {
  if (score === null) return { mark: '!', color: 'yellow', result: 'unscored' };
  if (verdict === null) return { mark: '?', color: 'yellow', result: `${formatCaseScore(score, thresholds)} open` };
  if (verdict === 'borderline') return { mark: '~', color: 'yellow', result: formatCaseScore(score, thresholds) };
  return { mark: '✗', color: 'red', result: formatCaseScore(score, thresholds) };
}

/** A row that failed (`✗`), is borderline (`~`), is open (`?`) or has no score (`!`): which, where, what was asked, why, and what the target said. */
export function renderProblem(problem: SummaryProblem, options: RenderProblemOptions): readonly string[] {
  const { width, paint, maxReasons } = options;
  const { mark: sign, color, result } = signOf(problem, options.thresholds);
  const head = flowPieces(
    [
      { text: caseTitle({ ...problem, variant: '' }, width - 2), color: 'plain' },
      { text: truncateText(`on ${cleanText(targetTitle(problem.target, problem.variant))}`, width - INDENT), color: 'dim' },
      { text: result, color },
      { text: cleanText(problem.source), color: 'dim' },
    ],
    { width: width - 2, indent: INDENT - 2, gap: 2, paint },
  );
  const mark = paint(color, sign);
  const asked = problem.question === undefined ? [] : wrapText(`asked: ${cleanText(problem.question)}`, width - INDENT);
  const hidden = problem.why.length - maxReasons;
  const reasons = problem.why
    .slice(0, maxReasons)
    .flatMap((reason) => wrapText(shownText(reason), width - INDENT))
    .map((line) => ' '.repeat(INDENT) + line);
  const reply = problem.reply === undefined ? [] : wrapText(`reply: ${cleanText(problem.reply)}`, width - INDENT);
  const metrics = options.metrics ? (problem.metrics ?? []) : [];
  const measured = metrics.flatMap((metric) => wrapText(`${cleanText(metric.name)}: ${formatMetric(metric)}`, width - INDENT));
  return [
    ...head.map((line, index) => (index === 0 ? `${mark} ${line}` : `  ${line}`)),
    ...asked.map((line) => ' '.repeat(INDENT) + paint('dim', line)),
    ...reasons,
    ...(hidden > 0
      ? [' '.repeat(INDENT) + paint('dim', truncateText(`… ${formatCount(hidden, 'more reason')}`, width - INDENT))]
      : []),
    ...measured.map((line) => ' '.repeat(INDENT) + paint('dim', line)),
    ...reply.map((line) => ' '.repeat(INDENT) + paint('dim', line)),
  ];
}
