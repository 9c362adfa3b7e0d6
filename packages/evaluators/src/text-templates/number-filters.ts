import { describeValue, TemplateError, type JsonValue } from '@assay/schema';
import type { Liquid } from 'liquidjs';
import { decimal, decimalText, floorTo, product, quotient, readDecimal, truncated, wholeQuotient, withUnits, type Decimal } from './exact-decimal.js';

/** What is taken for a number: numbers, and texts that are one, as the cells of tables are. Undefined for all others. */
function decimalOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' || typeof value === 'number' ? readDecimal(value) : undefined;
}

/** A number, or a text that is one. Undefined for all others. */
export function asNumber(value: unknown): number | undefined {
  return decimalOf(value) && Number(value);
}

function noNumber(filter: string, value: unknown): TemplateError {
  return new TemplateError(`the filter ${filter} takes numbers, and not ${describeValue((value ?? null) as JsonValue)}`, { hint: 'give it a number, or a text that is one: 3, "3.5"' });
}

/** Doubles lose digits from here on, so that what was written is not known any more. */
function checkDigits(filter: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
  throw new TemplateError(`the filter ${filter} is given ${value}, which may have lost digits where it was read: it is beyond 2^53`, { hint: 'put the number into quotes where it is written: all digits of a text are kept' });
}

function decimalFor(filter: string, value: unknown): Decimal {
  checkDigits(filter, value);
  const number = decimalOf(value);
  if (number) return number;
  throw noNumber(filter, value);
}

/**
 * A result as templates put it out: whole numbers to their last digit, as texts where a number would lose some, and all others with
 * as many digits as a number has.
 * @throws TemplateError where that would change the digits in front of the point, and for what no number is large enough for.
 */
function resultOf(filter: string, result: Decimal): number | string {
  const text = decimalText(result);
  const number = Number(text);
  if (!Number.isFinite(number)) throw new TemplateError(`what the filter ${filter} comes to is too large for a number`, { hint: 'numbers go up to 1.8e308' });
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
  if (result.places === 0) return text;
  throw new TemplateError(`what the filter ${filter} comes to has more digits than a number keeps`, { hint: 'round the numbers before: {{ number | round }}' });
}

/** The number in a text, also in front of other words (`3 apples`). Without one: what is given for that. */
function numberIn(filter: string, value: unknown, otherwise: unknown): Decimal | undefined {
  checkDigits(filter, value);
  const [written = ''] = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iu.exec(String(value ?? '')) ?? [];
  const number = readDecimal(written);
  if (number || (otherwise !== undefined && otherwise !== null)) return number;
  throw noNumber(filter, value);
}

function divisor(filter: string, value: unknown): Decimal {
  const number = decimalFor(filter, value);
  if (number.units === 0n) throw new TemplateError(`the filter ${filter} cannot divide by 0`, { hint: 'ask first: {% if … != 0 %}' });
  return number;
}

/** What a path of names leads to in an item of a list. */
function property(item: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined), item);
}

const ZERO = decimal(0n, 0);
const HALF = decimal(5n, 1);

function plus(value: Decimal, other: Decimal): Decimal {
  return withUnits(value, other, (a, b) => a + b);
}

/** Places that a number can be rounded to: as many as the smallest and the largest doubles have. */
const MOST_PLACES = 400;

function rounded(value: Decimal, digits: Decimal): Decimal {
  const places = Math.trunc(Number(decimalText(digits)));
  const wanted = Math.min(MOST_PLACES, Math.max(-MOST_PLACES, places));
  const step = wanted >= 0 ? product(HALF, decimal(1n, wanted)) : product(HALF, decimal(10n ** BigInt(-wanted), 0));
  return floorTo(plus(value, step), wanted);
}

type Arithmetic = (value: Decimal, other: Decimal) => Decimal;

const ARITHMETIC_OF_ONE: Readonly<Record<string, (value: Decimal) => Decimal>> = {
  abs: ({ units, places }) => decimal(units < 0n ? -units : units, places),
  ceil: ({ units, places }) => product(floorTo(decimal(-units, places), 0), decimal(-1n, 0)),
  floor: (value) => floorTo(value, 0),
};

/** Filters that take the value before them and another. */
const ARITHMETIC_OF_TWO: Readonly<Record<string, Arithmetic>> = {
  at_least: (value, least) => withUnits(value, least, (a, b) => (a > b ? a : b)),
  at_most: (value, most) => withUnits(value, most, (a, b) => (a < b ? a : b)),
  plus,
  minus: (value, other) => withUnits(value, other, (a, b) => a - b),
  times: product,
};

/**
 * Filters of numbers. Those of the engine take what is no number for 0, and round what has many digits, which nobody would notice.
 * @throws TemplateError from a filter that is given something else.
 */
export function addNumberFilters(liquid: Liquid): void {
  for (const [name, compute] of Object.entries(ARITHMETIC_OF_ONE)) {
    liquid.registerFilter(name, (value: unknown) => resultOf(name, compute(decimalFor(name, value))));
  }
  for (const [name, compute] of Object.entries(ARITHMETIC_OF_TWO)) {
    liquid.registerFilter(name, (value: unknown, other: unknown) => resultOf(name, compute(decimalFor(name, value), decimalFor(name, other))));
  }
  liquid.registerFilter('round', (value: unknown, digits: unknown = 0) => resultOf('round', rounded(decimalFor('round', value), decimalFor('round', digits))));
  liquid.registerFilter('divided_by', (value: unknown, by: unknown, whole: unknown = false) => {
    const divide = whole === true ? wholeQuotient : quotient;
    return resultOf('divided_by', divide(decimalFor('divided_by', value), divisor('divided_by', by)));
  });
  liquid.registerFilter('modulo', (value: unknown, by: unknown) => resultOf('modulo', withUnits(decimalFor('modulo', value), divisor('modulo', by), (a, b) => a % b)));
  liquid.registerFilter('sum', (value: unknown, path?: string) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return resultOf('sum', items.reduce<Decimal>((sum, item) => plus(sum, decimalFor('sum', path === undefined ? item : property(item, path))), ZERO));
  });
  for (const name of ['int', 'to_integer']) {
    liquid.registerFilter(name, (value: unknown, otherwise?: unknown) => {
      const number = numberIn(name, value, otherwise);
      return number ? resultOf(name, truncated(number)) : otherwise;
    });
  }
  liquid.registerFilter('float', (value: unknown, otherwise?: unknown) => {
    const number = numberIn('float', value, otherwise);
    return number ? resultOf('float', number) : otherwise;
  });
}
