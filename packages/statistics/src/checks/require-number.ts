/** Values of no use are shown as they would be written. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Says of an argument that no function here can work with it, be it out of range or no number at all. @throws {RangeError} */
export function refuse(name: string, value: unknown, allowed: string): never {
  throw new RangeError(`${name} is ${shown(value)}; allowed: ${allowed}`);
}

/** @throws {RangeError} unless `value` is a finite number */
export function requireFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) refuse(name, value, 'a finite number');
}

/** @throws {RangeError} unless `value` is finite and above 0 */
export function requirePositive(name: string, value: number): void {
  if (!(typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY)) refuse(name, value, 'a finite number above 0');
}

/** @throws {RangeError} unless `value` lies in [low, high] */
export function requireWithin(name: string, value: number, low: number, high: number): void {
  if (!(typeof value === 'number' && value >= low && value <= high)) refuse(name, value, `a number from ${low} to ${high}`);
}

/** @throws {RangeError} unless `value` lies strictly between `low` and `high` */
export function requireBetween(name: string, value: number, low: number, high: number): void {
  if (!(typeof value === 'number' && value > low && value < high)) refuse(name, value, `a number above ${low} and below ${high}`);
}

/** @throws {RangeError} unless `value` is a number, NaN or not */
export function requireNumber(name: string, value: number): void {
  if (typeof value !== 'number') refuse(name, value, 'a number');
}

/** @throws {RangeError} unless `value` is a whole number of at least `least` */
export function requireCount(name: string, value: number, least: number): void {
  if (!(Number.isSafeInteger(value) && value >= least)) refuse(name, value, `a whole number of at least ${least}`);
}

/** @throws {RangeError} unless both are finite numbers, and the first is below the second */
export function requireRange(low: number, high: number): void {
  requireFinite('low', low);
  requireFinite('high', high);
  if (!(low < high)) throw new RangeError(`low is ${low} and high is ${high}; allowed: low below high`);
}

/** @throws {RangeError} unless both lists have as many items */
export function requireSameLength(name: string, length: number, expected: number): void {
  if (length !== expected) refuse(`the number of ${name}`, length, `${expected}, one for each value`);
}

/**
 * As {@link requireFinite} for an item of a long list, whose name is only put together where it is needed: for 100,000 items that takes
 * longer than all that is done with them.
 * @throws {RangeError} naming `list[index]`
 */
export function requireFiniteAt(list: string, index: number, value: number): void {
  if (!Number.isFinite(value)) requireFinite(`${list}[${index}]`, value);
}

/** As {@link requireWithin} for an item of a long list, or a field of it. @throws {RangeError} naming `list[index]field` */
export function requireWithinAt(list: string, index: number, value: number, low: number, high: number, field = ''): void {
  if (!(typeof value === 'number' && value >= low && value <= high)) requireWithin(`${list}[${index}]${field}`, value, low, high);
}
