import { isUtf8 } from 'node:buffer';
import { parseWithIds, type JsonValue } from '@assay/schema';
import type { ParquetParsers } from 'hyparquet';
import type { ParquetKind } from './parquet-columns.js';
import { ParquetError } from './parquet-error.js';

/** In place of a value that cannot be read. */
class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const LATEST_MS = 8_640_000_000_000_000n;

/**
 * A time as ISO 8601 has it.
 * @param units since 1970.
 * @param perMs units in a millisecond, a power of ten. Digits behind milliseconds are written where there are some.
 */
function timeText(units: bigint, perMs: bigint): string | Unreadable {
  const rest = ((units % perMs) + perMs) % perMs;
  const ms = (units - rest) / perMs;
  if (ms > LATEST_MS || ms < -LATEST_MS) return new Unreadable(`the time ${units} is out of range`);
  const text = new Date(Number(ms)).toISOString();
  return rest === 0n ? text : `${text.slice(0, -1)}${rest.toString().padStart(perMs.toString().length - 1, '0')}Z`;
}

/** A date has no time of its day. */
function dayOf(time: string | Unreadable): string | Unreadable {
  return typeof time === 'string' ? time.slice(0, time.indexOf('T')) : time;
}

function readText(bytes: Uint8Array): string | Unreadable {
  return isUtf8(bytes) ? Buffer.from(bytes).toString() : new Unreadable('the text is not in UTF-8');
}

function readJson(bytes: Uint8Array): unknown {
  const text = readText(bytes);
  if (typeof text !== 'string') return text;
  try {
    return parseWithIds(text);
  } catch {
    return new Unreadable('the text is no JSON, which the file says that it is');
  }
}

/** Reads values without losing anything of them. Of what the library asks for some is missing: columns without values. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (ms: bigint | number) => timeText(BigInt(ms), 1n),
  timestampFromMicroseconds: (micros: bigint | number) => timeText(BigInt(micros), 1000n),
  timestampFromNanoseconds: (nanos: bigint | number) => timeText(BigInt(nanos), 1_000_000n),
  dateFromDays: (days: number) => dayOf(timeText(BigInt(days) * 86_400_000n, 1n)),
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && readText(bytes),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && readJson(bytes),
};

/** A number as JSON has it, or as a text what a number would round. */
function wholeNumber(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** A whole number of so many bytes, the highest first, in two's complement. */
function fromBytes(bytes: Uint8Array): bigint {
  return BigInt.asIntN(bytes.length * 8, bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n));
}

/** The decimal of which the digits without the point are a whole number. What a number would round is a text. */
function decimal(digits: bigint, scale: number): number | string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const behind = text.slice(text.length - scale).replace(/0+$/u, '');
  const exact = `${sign}${text.slice(0, text.length - scale)}${scale === 0 || behind === '' ? '' : `.${behind}`}`;
  return String(Number(exact)) === exact ? Number(exact) : exact;
}

/** Decimal digits that tell every number of 32 bits from all others. */
const MOST_DIGITS = 9;

/** A number of 32 bits by the fewest decimal digits that mean it, as it was written: 0.1, and not what of it 32 bits can hold. */
function ofSingle(value: number): number {
  if (!Number.isFinite(value) || Number.isSafeInteger(value)) return value;
  for (let digits = 1; digits < MOST_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MOST_DIGITS));
}

/** @throws ParquetError for what is no whole number, which a damaged file may have in its place. */
function wholeOf(value: unknown, what: string): bigint {
  if (typeof value === 'bigint') return value;
  if (Number.isInteger(value)) return BigInt(value as number);
  throw new ParquetError(`${what} is no whole number`);
}

/** A time of a day, with the digits behind seconds that are there: three, six or nine. */
function timeOfDay(units: bigint, perSecond: bigint): string {
  const seconds = units / perSecond;
  if (units < 0n || seconds >= 86_400n) throw new ParquetError(`the time ${units} is none of a day`);
  const two = (value: bigint): string => value.toString().padStart(2, '0');
  const whole = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  const rest = (units % perSecond).toString().padStart(perSecond.toString().length - 1, '0').replace(/(?:000)+$/u, '');
  return `${whole}.${rest === '' ? '000' : rest}`;
}

/** @throws ParquetError for what cannot be read. */
function asJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Unreadable) throw new ParquetError(value.message);
  if (value instanceof Uint8Array) return Buffer.from(value).toString(isUtf8(value) ? 'utf8' : 'base64');
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, asJson);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item)]));
}

/**
 * A value of a column as JSON has it: whole numbers and decimals that a number would round are texts, bytes that are no text
 * are base64.
 * @throws ParquetError for what cannot be read.
 */
export function cellOf(value: unknown, kind: ParquetKind): JsonValue {
  const { scale, isBinary, isFloat, timeUnits, item, fields } = kind;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one: unknown) => cellOf(one, item ?? kind));
  if (timeUnits !== undefined) return timeOfDay(wholeOf(value, 'a time of a day'), timeUnits);
  if (isFloat && typeof value === 'number') return asJson(ofSingle(value));
  if (scale !== undefined) return decimal(value instanceof Uint8Array ? fromBytes(value) : wholeOf(value, 'a decimal'), scale);
  if (isBinary && value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (!item && !fields) return asJson(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cellOf(one, item ?? fields?.get(name) ?? {})]));
}
