interface Ends {
  readonly low: number;
  readonly high: number;
}

const DECIMALS = 2;
const MAX_DECIMALS = 6;
/** Noise of floating-point numbers, which would round an end outwards once more. */
const NOISE = 1e-7;

const sideOf = (value: number, bound: number): number => (Math.abs(value - bound) < NOISE * 1e-2 ? 0 : Math.sign(value - bound));

/**
 * An end of an interval with two decimals, rounded outwards, so that nothing is said to be better known than it is; with more decimals where two would put it
 * on the wrong side of a bound, or on it: an upper end of 0.7996 is `0.7996` beside a threshold of 0.8, which it misses.
 * @param bounds what the end is compared with
 */
export function roundedOut(value: number, end: keyof Ends, bounds: readonly number[] = []): string {
  const round = (decimals: number): number => {
    const scaled = value * 10 ** decimals;
    return (end === 'low' ? Math.floor(scaled + NOISE) : Math.ceil(scaled - NOISE)) / 10 ** decimals;
  };
  for (let decimals = DECIMALS; decimals <= MAX_DECIMALS; decimals += 1) {
    const shown = round(decimals);
    if (bounds.every((bound) => sideOf(shown, bound) === sideOf(value, bound))) return signed(shown, decimals);
  }
  return signed(round(DECIMALS), DECIMALS);
}

const signed = (value: number, decimals: number): string => value.toFixed(decimals).replace('-', '−');

/** The ends of the interval of a figure, rounded outwards: `0.71–0.99`, `−0.20 to 0.35`; a dash without one. @param bounds what it is compared with */
export function endsText(interval: Ends | undefined, bounds: readonly number[] = []): string {
  if (!interval) return '–';
  const { low, high } = interval;
  return [roundedOut(low, 'low', bounds), roundedOut(high, 'high', bounds)].join(low < 0 ? ' to ' : '–');
}

/** An end of the interval of a difference, with its sign: one that is not 0 is not shown as 0. */
export function signedEnd(value: number, end: keyof Ends, bounds: readonly number[] = []): string {
  const shown = roundedOut(value, end, [0, ...bounds]);
  return value > 0 && /[1-9]/u.test(shown) ? `+${shown}` : shown;
}

/** The ends of the interval of a difference, rounded outwards: `−0.20 to +0.05`. @param bounds what it is compared with, a margin say */
export function signedEnds({ low, high }: Ends, bounds: readonly number[] = []): string {
  return `${signedEnd(low, 'low', bounds)} to ${signedEnd(high, 'high', bounds)}`;
}
