import type { RunSummary } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { recheckLine, rechecksLine } from './rechecks-lines.js';
import { cleanText } from '../text-layout/clean-text.js';
import { wrapText } from '../text-layout/wrap-text.js';

const BRIEF = 10;

/** Cases that were asked again; nothing for a run that asks none again. */
export function renderRechecks({ rechecks }: Pick<RunSummary, 'rechecks'>, width: number, verbose: boolean): readonly string[] {
  if (!rechecks) return [];
  const shown = rechecks.list.slice(0, verbose ? undefined : BRIEF);
  const hidden = rechecks.cases - shown.length;
  const lines = [...shown.map((one) => cleanText(recheckLine(one))), ...(hidden > 0 ? [`… ${formatCount(hidden)} more`] : [])];
  return [...wrapText(`Rechecks: ${rechecksLine(rechecks)}`, width), ...lines.flatMap((line) => wrapText(line, width - 2, 2).map((part) => `  ${part}`))];
}
