import type { RunSummary } from '@assay/schema';
import { judgingLines } from '../../format/judging-lines.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { wrapText } from '../../text-layout/wrap-text.js';

/** How far the judges agree; nothing where no question was put to several. */
export function renderJudging({ judging }: Pick<RunSummary, 'judging'>, width: number): readonly string[] {
  if (!judging) return [];
  return ['Judges', ...judgingLines(judging).flatMap((line) => wrapText(cleanText(line), width - 2, 2).map((part) => `  ${part}`))];
}
