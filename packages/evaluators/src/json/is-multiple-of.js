/**
 * A number as whole digits and a power of ten: 19.99 is 1999 and -2. Its digits are those in which it is written,
 * which is what people and schemas mean by it, and not the nearest binary fraction.
 *
 * @param {number} number
 * @returns {{ digits: bigint, exponent: number }}
 */
function decimalOf(number) {
  const [mantissa = '0', power = '0'] = String(number).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/**
 * True if a finite number is a whole multiple of another one, as decimals: 19.99 is one of 0.01, though the quotient of
 * the two floating-point numbers is 1998.9999999999998.
 *
 * @param {number} number
 * @param {number} divisor above 0.
 */
export function isMultipleOf(number, divisor) {
  const one = decimalOf(number);
  const other = decimalOf(divisor);
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = (/** @type {{ digits: bigint, exponent: number }} */ decimal) => decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
  return scaled(one) % scaled(other) === 0n;
}
