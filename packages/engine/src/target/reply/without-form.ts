import { errorText } from '@assay/schema';

/** Values that are nested deeper are not looked into any further: whoever reads or writes a row does so level by level. */
const MOST_LEVELS = 4_000;

/** Collections that JSON would make an empty object of. */
const COLLECTIONS = [Map, Set, WeakMap, WeakSet, Promise] as const;

/** Why JSON has no form for a value itself; undefined where it has one. */
function reasonOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'bigint':
      return `the BigInt ${value}`;
    case 'number':
      return Number.isFinite(value) ? undefined : `the number ${value}`;
    case 'function':
      return 'a function';
    case 'symbol':
      return 'a symbol';
    case 'object': {
      const collection = COLLECTIONS.find((one) => value instanceof one);
      return collection && `a ${collection.name}`;
    }
    default:
      return undefined;
  }
}

/**
 * Whether JSON has a form for a value for sure: false for what it has none for, and for what a {@link Walk} has to look at. Nearly
 * everything is plain, and seen to be so without a list or a set on the way, since each reply is asked.
 */
function isPlain(value: unknown, level: number): boolean {
  if (typeof value !== 'object' || value === null) return reasonOf(value) === undefined;
  if (level >= MOST_LEVELS) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isPlain(value[index], level + 1)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return false;
  for (const key of Object.keys(value)) if (!isPlain((value as Readonly<Record<string, unknown>>)[key], level + 1)) return false;
  return true;
}

/** What JSON has no form for, as it was found. */
interface Formless {
  /** What is wrong, to be said of its place. */
  readonly tell: (place: string) => string;
  /** The way to it, the last step first: put together where something was found alone, since nearly nothing ever is. */
  readonly steps: string[];
}

class Walk {
  readonly #above = new Set<object>();

  look(value: unknown): Formless | undefined {
    const reason = reasonOf(value);
    if (reason !== undefined) return { tell: (place) => `${place} is ${reason}`, steps: [] };
    if (typeof value !== 'object' || value === null) return undefined;
    if (this.#above.has(value)) return { tell: (place) => `${place} holds itself`, steps: [] };
    if (this.#above.size >= MOST_LEVELS) return { tell: () => 'it is nested too deeply', steps: [] };
    this.#above.add(value);
    const found = this.#below(value);
    this.#above.delete(value);
    return found;
  }

  #below(value: object): Formless | undefined {
    // Dates and the like say themselves what is written of them.
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return this.look((value as { toJSON(): unknown }).toJSON());
    const isList = Array.isArray(value);
    for (const [key, part] of isList ? value.entries() : Object.entries(value)) {
      const found = this.look(part);
      if (!found) continue;
      found.steps.push(isList ? `[${key}]` : `.${key}`);
      return found;
    }
    return undefined;
  }
}

/**
 * Says where in a value of a program stands what JSON has no form for, and what it is; undefined for nothing. Such a value would be
 * another one in the row, or none: a score of it could not be had a second time.
 */
export function withoutForm(value: unknown, place: string): string | undefined {
  if (typeof value === 'string' || value === undefined || value === null) return undefined;
  try {
    if (isPlain(value, 0)) return undefined;
    const found = new Walk().look(value);
    return found?.tell(`${place}${found.steps.toReversed().join('')}`);
  } catch (error) {
    // The stack is over before the levels are where the caller itself stands deep in it.
    return error instanceof RangeError ? 'it is nested too deeply' : `it cannot be read: ${errorText(error)}`;
  }
}
