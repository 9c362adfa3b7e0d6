/** Digits that are shown; what is calculated with is never rounded. */
const DIGITS = 4;

/** A number with up to four significant digits and no zeros at its end: `0.425`, `0.8333`, `1`. */
export function formatExact(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : '–';
}
