import type { Interval as Bounds } from '@assay/statistics';

interface Props {
  readonly of: Bounds | undefined;
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

/** Stands behind a mean. */
export function Interval({ of }: Props) {
  if (of === undefined) return null;
  return (
    <small class="interval" title="95 % interval">
      {intervalText(of)}
    </small>
  );
}
