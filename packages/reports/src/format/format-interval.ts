import type { ScoreInterval } from '@assay/schema';

const HUNDREDTHS = 100;
/** Noise of floating-point numbers, which would round an end outwards once more. */
const NOISE = 1e-7;

/**
 * The ends of an interval in hundredths, rounded outwards: `0.71–0.99`. Where the trials are not observations of their own, since several
 * are of one case or conversation, with the number of these: `0.71–0.99 n=12`. A dash without one.
 * @param scored trials with a score
 */
export function formatInterval(interval: ScoreInterval | undefined, scored: number): string {
  if (!interval) return '–';
  const { low, high, clusters } = interval;
  const ends = [Math.floor(low * HUNDREDTHS + NOISE), Math.ceil(high * HUNDREDTHS - NOISE)].map((end) => (end / HUNDREDTHS).toFixed(2));
  return `${ends.join('–')}${clusters < scored ? ` n=${clusters}` : ''}`;
}
