import type { RunSummary } from '@assay/schema';
import { flakyLine, repeatsLine } from '../../format/repeats-lines.js';
import { formatCount } from '../../format/format-count.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { wrapText } from '../../text-layout/wrap-text.js';

const BRIEF = 5;

/** Cases that passed sometimes; nothing where there is none. */
export function renderRepeats({ repeats }: Pick<RunSummary, 'repeats'>, width: number, verbose: boolean): readonly string[] {
  if (!repeats || repeats.flakyCount === 0) return [];
  const shown = repeats.flaky.slice(0, verbose ? undefined : BRIEF);
  const hidden = repeats.flakyCount - shown.length;
  const lines = [...shown.map((one) => cleanText(flakyLine(one))), ...(hidden > 0 ? [`… ${formatCount(hidden)} more`] : [])];
  return [...wrapText(`Flaky: ${repeatsLine(repeats)}`, width), ...lines.flatMap((line) => wrapText(line, width - 2, 2).map((part) => `  ${part}`))];
}
