import type { Interval as Bounds } from '@assay/statistics';

interface Props {
  readonly of: Bounds | undefined;
  /** Whether it is one of differences, whose ends have signs. */
  readonly signed?: boolean;
}

const HUNDREDTH = 100;
/** Less than can be seen, and more than rounding does. */
const NOISE = 1e-9;

function end(value: number, signed: boolean): string {
  const shown = Math.abs(value).toFixed(2);
  if (!signed || Number(shown) === 0) return shown;
  return `${value > 0 ? '+' : '−'}${shown}`;
}

/** The interval of 95 % of a mean, in hundredths, rounded outwards: `0.71–0.99`, `−0.10 to +0.02`. */
export function intervalText({ low, high }: Bounds, signed = false): string {
  const from = Math.floor(low * HUNDREDTH + NOISE) / HUNDREDTH;
  const to = Math.ceil(high * HUNDREDTH - NOISE) / HUNDREDTH;
  return `${end(from, signed)}${signed ? ' to ' : '–'}${end(to, signed)}`;
}

/** Stands behind a mean. */
export function Interval({ of, signed = false }: Props) {
  if (of === undefined) return null;
  return (
    <small class="interval" title="95 % interval">
      {intervalText(of, signed)}
    </small>
  );
}
