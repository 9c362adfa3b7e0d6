import { composedValue, UnscoredError, type JsonValue } from '@assay/schema';
import { parseFieldPath, valueAt } from '../../json/field-path.js';
import { isSameJson } from '../../json/same-json.js';
import type { Field } from './field-schema.js';
import { parseDate } from './parse-date.js';

/** Rounding noise of numbers with a fraction, as a share of the numbers compared: a tolerance forgives it, and no cent of a large amount. */
const NOISE = 4 * Number.EPSILON;
const WHOLE = /^[+-]?\d+$/u;

/** What comparing one field found. */
export interface FieldFinding {
  readonly met: boolean;
  /** The field with its values, for hits and misses. */
  readonly text: string;
}

function toNumber(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** A whole number with all of its digits, as it is written; undefined for others. */
function toWhole(value: JsonValue): bigint | undefined {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return WHOLE.test(digits) ? BigInt(digits) : undefined;
}

function toDay(value: JsonValue, formats: readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? parseDate(value, formats) : undefined;
}

function unusable(field: Field, expected: JsonValue, kind: string): UnscoredError {
  return new UnscoredError(`${field.path}: the reference has ${JSON.stringify(expected)}, which is no ${kind}`, {
    reason: 'config',
  });
}

/** How far two numbers are apart, and how much of that may be rounding: nothing between whole numbers. */
function distance(actual: JsonValue, expected: JsonValue): { readonly apart: number; readonly noise: number } | undefined {
  const [found, wanted] = [toNumber(actual), toNumber(expected)];
  if (found === undefined || wanted === undefined) return undefined;
  const [foundWhole, wantedWhole] = [toWhole(actual), toWhole(expected)];
  if (foundWhole !== undefined && wantedWhole !== undefined) return { apart: Math.abs(Number(foundWhole - wantedWhole)), noise: 0 };
  return { apart: Math.abs(found - wanted), noise: NOISE * Math.max(Math.abs(found), Math.abs(wanted)) };
}

function near(actual: JsonValue, expected: JsonValue, wanted: number, { tolerance = 0, relative = false }: Field): boolean {
  const allowed = relative ? tolerance * Math.abs(wanted) : tolerance;
  const found = distance(actual, expected);
  return found !== undefined && found.apart <= allowed * (1 + NOISE) + found.noise;
}

function equals(field: Field, expected: JsonValue, actual: JsonValue): boolean {
  switch (field.match) {
    case 'numeric_tolerance': {
      const wanted = toNumber(expected);
      if (wanted === undefined) throw unusable(field, expected, 'number');
      return near(actual, expected, wanted, field);
    }
    case 'date': {
      const wanted = toDay(expected, field.formats);
      if (wanted === undefined) throw unusable(field, expected, 'date in one of the formats');
      return toDay(actual, field.formats) === wanted;
    }
    default:
      return isSameJson(actual, expected);
  }
}

/**
 * Compares one field of the response with the same field of the reference. A field that the
 * response lacks is not met; `response` is undefined when it has no JSON at all.
 * @throws UnscoredError (config) when the reference has no usable value there.
 */
export function compareField(field: Field, reference: JsonValue, response: JsonValue | undefined): FieldFinding {
  const steps = (parseFieldPath(field.path) ?? []).map((step) => composedValue(step));
  const expected = valueAt(composedValue(reference), steps);
  if (expected === undefined) {
    throw new UnscoredError(`${field.path}: the reference has no such field`, { reason: 'config' });
  }
  const actual = response === undefined ? undefined : valueAt(composedValue(response), steps);
  // Also checks the reference of a field that the response lacks.
  const met = equals(field, expected, actual ?? null) && actual !== undefined;
  const wanted = JSON.stringify(expected);
  if (met) return { met, text: `${field.path}: ${JSON.stringify(actual)}` };
  return {
    met,
    text: `${field.path}: expected ${wanted}, got ${actual === undefined ? 'nothing' : JSON.stringify(actual)}`,
  };
}
