import { describeValue, TemplateError, type JsonValue } from '@assay/schema';
import type { Liquid } from 'liquidjs';

const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu;

/** A number, or a text that is one, as the cells of tables are. Undefined for all others. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function numberFor(filter: string, value: unknown): number {
  const number = asNumber(value);
  if (number !== undefined) return number;
  throw new TemplateError(`the filter ${filter} takes numbers, and not ${describeValue((value ?? null) as JsonValue)}`, { hint: 'give it a number, or a text that is one: 3, "3.5"' });
}

/** The number in a text, also in front of other words (`3 apples`). Without one: what is given for that. */
function numberIn(filter: string, value: unknown, read: (text: string) => number, otherwise: unknown): unknown {
  const number = read(String(value ?? ''));
  if (Number.isFinite(number)) return number;
  return otherwise ?? numberFor(filter, value);
}

function divisor(filter: string, value: unknown): number {
  const number = numberFor(filter, value);
  if (number === 0) throw new TemplateError(`the filter ${filter} cannot divide by 0`, { hint: 'ask first: {% if … != 0 %}' });
  return number;
}

/** What a path of names leads to in an item of a list. */
function property(item: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined), item);
}

type Arithmetic = (value: number, other: number) => number;

/** Filters that take the value before them and as many numbers as their functions name. */
const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  abs: (value) => Math.abs(value),
  ceil: (value) => Math.ceil(value),
  floor: (value) => Math.floor(value),
  at_least: (value, least) => Math.max(value, least),
  at_most: (value, most) => Math.min(value, most),
  plus: (value, other) => value + other,
  minus: (value, other) => value - other,
  times: (value, other) => value * other,
  round: (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits,
};

/**
 * Filters of numbers. Those of the engine take what is no number for 0, which nobody would notice.
 * @throws TemplateError from a filter that is given something else.
 */
export function addNumberFilters(liquid: Liquid): void {
  for (const [name, count] of Object.entries(ARITHMETIC)) {
    liquid.registerFilter(name, (...given: readonly unknown[]) => {
      const [value, other] = Array.from({ length: Math.max(given.length, count.length) }, (_, index) => numberFor(name, given[index]));
      return numberFor(name, count(value ?? Number.NaN, other ?? 0));
    });
  }
  liquid.registerFilter('divided_by', (value: unknown, by: unknown, whole: unknown = false) => {
    const quotient = numberFor('divided_by', value) / divisor('divided_by', by);
    return numberFor('divided_by', whole === true ? Math.floor(quotient) : quotient);
  });
  liquid.registerFilter('modulo', (value: unknown, by: unknown) => numberFor('modulo', value) % divisor('modulo', by));
  liquid.registerFilter('sum', (value: unknown, path?: string) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.reduce<number>((sum, item) => numberFor('sum', sum + numberFor('sum', path === undefined ? item : property(item, path))), 0);
  });
  liquid.registerFilter('int', (value: unknown, otherwise?: unknown) => numberIn('int', value, (text) => Number.parseInt(text, 10), otherwise));
  liquid.registerFilter('float', (value: unknown, otherwise?: unknown) => numberIn('float', value, Number.parseFloat, otherwise));
}
