/** A number to its last digit: `units / 10 ** places`. */
export interface Decimal {
  readonly units: bigint;
  /** At least 0, and no more than the number needs. */
  readonly places: number;
}

/** Characters of the longest number that is computed with, and powers of ten of the largest: doubles have less. */
const LONGEST = 1_000;

const WRITTEN = /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d+))?$/iu;

/** Without zeros at its end that say nothing. */
export function decimal(units: bigint, places: number): Decimal {
  let [rest, left] = [units, places];
  for (; left > 0 && rest % 10n === 0n; left -= 1) rest /= 10n;
  return { units: rest, places: left };
}

/**
 * Reads a text that is a number, or a number as it is printed.
 * @returns Undefined for all others, and for numbers that are too large for a double.
 */
export function readDecimal(value: string | number): Decimal | undefined {
  const text = String(value).trim();
  const parts = text.length > LONGEST ? undefined : WRITTEN.exec(text)?.groups;
  const { sign, whole = '', fraction = '', exponent = '0' } = parts ?? {};
  if (whole + fraction === '' || !Number.isFinite(Number(text))) return undefined;
  const digits = BigInt(whole + fraction);
  const shift = digits === 0n ? 0 : Number(exponent) - fraction.length;
  if (Math.abs(shift) > LONGEST) return undefined;
  return decimal((sign === '-' ? -digits : digits) * 10n ** BigInt(Math.max(shift, 0)), Math.max(-shift, 0));
}

/** All digits, without an exponent. */
export function decimalText({ units, places }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}`;
  return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`;
}

/** The units of both with as many places. */
function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, places: number] {
  const places = Math.max(a.places, b.places);
  return [a.units * 10n ** BigInt(places - a.places), b.units * 10n ** BigInt(places - b.places), places];
}

/** Computes with the units of two numbers, where the result has as many places as they have. */
export function withUnits(a: Decimal, b: Decimal, compute: (a: bigint, b: bigint) => bigint): Decimal {
  const [left, right, places] = aligned(a, b);
  return decimal(compute(left, right), places);
}

export function product(a: Decimal, b: Decimal): Decimal {
  return decimal(a.units * b.units, a.places + b.places);
}

/** The largest whole number that is no larger than `a / b`, of units of which `b` is above 0. */
function floored(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : -((-a + b - 1n) / b);
}

/** The next lower number with as many places; fewer than none are tens, hundreds and so on. */
export function floorTo({ units, places }: Decimal, wanted: number): Decimal {
  if (places <= wanted) return { units, places };
  const whole = floored(units, 10n ** BigInt(places - wanted));
  return wanted >= 0 ? decimal(whole, wanted) : decimal(whole * 10n ** BigInt(-wanted), 0);
}

/** More than a double has. */
const DIGITS_OF_QUOTIENT = 20;

/** `a / b` for a `b` that is not 0: exact where it has an end soon, and otherwise with more digits than a double has, the last of them a 1. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  const [above, below] = aligned(a, b);
  const places = Math.max(0, DIGITS_OF_QUOTIENT + String(below).length - String(above).length);
  const divided = above * 10n ** BigInt(places);
  const units = divided / below;
  if (divided % below === 0n) return decimal(units, places);
  return { units: units * 10n + ((above < 0n) === (below < 0n) ? 1n : -1n), places: places + 1 };
}

/** The whole number that is left without what stands behind the point. */
export function truncated({ units, places }: Decimal): Decimal {
  return { units: units / 10n ** BigInt(places), places: 0 };
}

/** `a / b` for a `b` that is not 0, and the next lower whole number of it. */
export function wholeQuotient(a: Decimal, b: Decimal): Decimal {
  const [above, below] = aligned(a, b);
  return { units: below < 0n ? floored(-above, -below) : floored(above, below), places: 0 };
}
