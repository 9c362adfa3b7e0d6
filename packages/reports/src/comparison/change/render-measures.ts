import type { MeasureChange, MeasureName } from '@assay/schema';
import { formatCost } from '../../format/format-cost.js';
import { formatCount } from '../../format/format-count.js';
import { formatDuration } from '../../format/format-duration.js';
import { wrapText } from '../../text-layout/wrap-text.js';
import { formatChance } from './describe-change.js';

interface Shown {
  readonly title: string;
  readonly format: (value: number) => string;
}

const SHOWN: Readonly<Record<MeasureName, Shown>> = {
  cost_usd: { title: 'cost', format: formatCost },
  latency_ms: { title: 'time', format: formatDuration },
  tokens: { title: 'tokens', format: (value) => formatCount(Math.round(value)) },
};

/** From which chance on a change of a figure that decides nothing is pointed out. */
const CLEAR = 0.05;

/** `0.31 s more`, with its interval and chance; empty for what chance explains. */
function movement({ difference, low, high, pWorseAdjusted, pBetter }: MeasureChange, format: (value: number) => string): string {
  const [p, word] = difference > 0 ? [pWorseAdjusted, 'more'] : [pBetter, 'less'];
  if (p > CLEAR) return '';
  const ends = [Math.abs(low), Math.abs(high)].toSorted((a, b) => a - b).map(format);
  return `${format(Math.abs(difference))} ${word}${low * high > 0 ? ` (${ends.join(' to ')})` : ''}, ${formatChance(p)}`;
}

/** What a reply takes, before and now, each on a line: `cost $0.0012 → $0.0015: $0.0003 more ($0.0001 to $0.0005), p = 0.002`. */
export function measureLines(measures: readonly MeasureChange[]): readonly string[] {
  // Nothing stayed nothing: a target without a price.
  return measures.filter(({ before, after }) => before !== 0 || after !== 0).map((change) => {
    const { title, format } = SHOWN[change.name];
    const moved = movement(change, format);
    return `${title} ${format(change.before)} → ${format(change.after)}${moved === '' ? '' : `: ${moved}`}`;
  });
}

/** The same below a title. */
export function renderMeasures(measures: readonly MeasureChange[], width: number): readonly string[] {
  const lines = measureLines(measures);
  return lines.length === 0 ? [] : ['A reply takes', ...lines.flatMap((line) => wrapText(line, width - 2, 2).map((each) => `  ${each}`))];
}
