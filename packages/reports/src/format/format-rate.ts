const PERCENT = 100;

/** A share in per cent; a dash for none. */
export function rateText(value: number | null): string {
  return value === null ? '–' : `${(value * PERCENT).toFixed(1)}%`;
}

/** Ends in parts of hundred, rounded outwards. */
export function ratesText(low: number, high: number): string {
  return `${(Math.floor(low * 1000 + 1e-7) / 10).toFixed(1)}–${(Math.ceil(high * 1000 - 1e-7) / 10).toFixed(1)}%`;
}
