import type { RunSummary } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import type { Paint } from '../../text-layout/paint.js';
import { shownText } from '../../text-layout/shown-text.js';
import { wrapText } from '../../text-layout/wrap-text.js';

function bullet(text: string, width: number, paint: Paint): readonly string[] {
  return wrapText(text, width - 4).map((line, index) =>
    index === 0 ? `  ${paint('yellow', '!')} ${line}` : `    ${line}`,
  );
}

/** Warnings by message with how many rows share each, and the cases that were left out. */
export function renderWarnings(summary: RunSummary, max: number, width: number, paint: Paint): readonly string[] {
  const { warnings, skippedCases } = summary;
  if (warnings.length === 0 && skippedCases === 0) return [];
  const hidden = warnings.length - max;
  return [
    'Warnings',
    ...(skippedCases === 0
      ? []
      : bullet(`${formatCount(skippedCases, 'case')} left out: a required field is missing`, width, paint)),
    ...warnings
      .slice(0, max)
      .flatMap(({ message, rows }) => bullet(`${shownText(message)} (${formatCount(rows, 'trial')})`, width, paint)),
    ...(hidden > 0
      ? wrapText(`… ${formatCount(hidden, 'more message')}`, width - 4).map((line) => `    ${paint('dim', line)}`)
      : []),
  ];
}
