const PERCENT = 100;
const MAX_DECIMALS = 4;

/** A share in per cent, with one decimal, or more where it would be shown as the 0 or the 100 that it is not; a dash for none. */
export function rateText(value: number | null): string {
  if (value === null) return '–';
  for (let decimals = 1; decimals <= MAX_DECIMALS; decimals += 1) {
    const shown = (value * PERCENT).toFixed(decimals);
    if ([0, 1].every((end) => Math.sign(Number(shown) - end * PERCENT) === Math.sign(value - end))) return `${shown}%`;
  }
  return `${(value * PERCENT).toFixed(1)}%`;
}

/** Ends in parts of hundred, rounded outwards. */
export function ratesText(low: number, high: number): string {
  return `${(Math.floor(low * 1000 + 1e-7) / 10).toFixed(1)}–${(Math.ceil(high * 1000 - 1e-7) / 10).toFixed(1)}%`;
}
