import type { FigureInterval } from '@assay/schema';

const HUNDREDTHS = 100;
/** Noise of floating-point numbers, which would round an end outwards once more. */
const NOISE = 1e-7;

/** The ends of the interval of a figure from 0 to 1, in hundredths, rounded outwards: `0.71–0.99`; a dash without one. */
export function figureEnds(interval: Pick<FigureInterval, 'low' | 'high'> | undefined): string {
  if (!interval) return '–';
  return [Math.floor(interval.low * HUNDREDTHS + NOISE), Math.ceil(interval.high * HUNDREDTHS - NOISE)].map((end) => (end / HUNDREDTHS).toFixed(2)).join('–');
}
