import type { RepeatsSummary, RunSummary } from '@assay/schema';
import { flakyLine, passesLine, repeatsLine } from '../../format/repeats-lines.js';
import { formatCount } from '../../format/format-count.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { wrapText } from '../../text-layout/wrap-text.js';

const BRIEF = 5;

function listed(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) => wrapText(line, width - 2, 2).map((part) => `  ${part}`));
}

function renderPasses({ passes = [] }: RepeatsSummary, width: number, verbose: boolean): readonly string[] {
  if (passes.length === 0) return [];
  const shown = passes.slice(0, verbose ? undefined : BRIEF);
  const hidden = passes.length - shown.length;
  return ['pass@k and pass^k:', ...listed([...shown.map((one) => cleanText(passesLine(one))), ...(hidden > 0 ? [`… ${formatCount(hidden)} more`] : [])], width)];
}

/** How repeats came out, and the cases that passed sometimes; nothing where there is none. */
export function renderRepeats({ repeats }: Pick<RunSummary, 'repeats'>, width: number, verbose: boolean): readonly string[] {
  if (!repeats) return [];
  return [...renderPasses(repeats, width, verbose), ...renderFlaky(repeats, width, verbose)];
}

function renderFlaky(repeats: RepeatsSummary, width: number, verbose: boolean): readonly string[] {
  if (repeats.flakyCount === 0) return [];
  const shown = repeats.flaky.slice(0, verbose ? undefined : BRIEF);
  const hidden = repeats.flakyCount - shown.length;
  const lines = [...shown.map((one) => cleanText(flakyLine(one))), ...(hidden > 0 ? [`… ${formatCount(hidden)} more`] : [])];
  return [...wrapText(`Flaky: ${repeatsLine(repeats)}`, width), ...listed(lines, width)];
}
