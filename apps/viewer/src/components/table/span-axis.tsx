import type { PageSpan, PageTable } from '@assay/schema';

const WIDTH = 160;
const MIDDLE = 8;
/** Room at the ends, for marks that stand there. */
const EDGE = 5;

interface Props {
  readonly span: PageSpan | null;
  readonly axis: NonNullable<PageTable['spans']>;
}

/** An interval on the axis of its table. An open end has an arrow. What it says stands in the line as words. */
export function SpanAxis({ span, axis: { least, most } }: Props) {
  if (span === null) return null;
  const at = (value: number): number => EDGE + ((Math.min(most, Math.max(least, value)) - least) / (most - least)) * (WIDTH - 2 * EDGE);
  const { value, low, high, mark } = span;
  const [from, to] = [at(low ?? least), at(high ?? most)];
  return (
    <svg class="span-axis" width={WIDTH} height={2 * MIDDLE} viewBox={`0 0 ${WIDTH} ${2 * MIDDLE}`} aria-hidden="true">
      <line class="axis" x1={EDGE} x2={WIDTH - EDGE} y1={MIDDLE} y2={MIDDLE} />
      {mark !== undefined && <line class="mark" x1={at(mark)} x2={at(mark)} y1={2} y2={2 * MIDDLE - 2} />}
      <line class="range" x1={from} x2={to} y1={MIDDLE} y2={MIDDLE} />
      {low === null && <path class="end" d={`M${from - EDGE} ${MIDDLE}l5 -4v8z`} />}
      {high === null && <path class="end" d={`M${to + EDGE} ${MIDDLE}l-5 -4v8z`} />}
      <circle class="value" cx={at(value)} cy={MIDDLE} r={3.5} />
    </svg>
  );
}
