import type { Interval as Bounds } from '@assay/statistics';
import type { MeanInterval } from '../../figures/intervals.js';
import { formatDifference } from '../../figures/format.js';

interface Props {
  readonly of: MeanInterval | undefined;
  /** Whether it is that of a difference, whose ends have signs. */
  readonly signed?: boolean;
}

const HUNDREDTH = 100;
/** Less than can be seen, and more than rounding does. */
const NOISE = 1e-9;

/** The interval of 95 % of a mean, in hundredths, rounded outwards: `0.71–0.99`. */
export function intervalText({ low, high }: Bounds): string {
  const from = Math.floor(low * HUNDREDTH + NOISE) / HUNDREDTH;
  const to = Math.ceil(high * HUNDREDTH - NOISE) / HUNDREDTH;
  return `${from.toFixed(2)}–${to.toFixed(2)}`;
}

/** The interval of a mean difference, rounded outwards: `+0.04 to +0.19`. */
export function differenceIntervalText({ low, high }: Bounds): string {
  const ends = [Math.floor(low * HUNDREDTH + NOISE) / HUNDREDTH, Math.ceil(high * HUNDREDTH - NOISE) / HUNDREDTH];
  return ends.map(formatDifference).join(' to ');
}

/** Stands behind a mean. */
export function Interval({ of, signed = false }: Props) {
  if (of === undefined) return null;
  return (
    <small class="interval" title={of.over === undefined ? '95 % interval' : '95 % interval; n: cases and conversations that it rests on'}>
      {signed ? differenceIntervalText(of) : intervalText(of)}
      {of.over !== undefined && ` n=${of.over}`}
    </small>
  );
}
