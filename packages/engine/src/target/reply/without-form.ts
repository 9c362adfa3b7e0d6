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
    default: {
      const collection = COLLECTIONS.find((one) => value instanceof one);
      return collection && `a ${collection.name}`;
    }
  }
}

class Walk {
  readonly #above: object[] = [];

  look(value: unknown, place: string): string | undefined {
    const reason = reasonOf(value);
    if (reason !== undefined) return `${place} is ${reason}`;
    if (typeof value !== 'object' || value === null) return undefined;
    if (this.#above.includes(value)) return `${place} holds itself`;
    if (this.#above.length >= MOST_LEVELS) return `it is nested deeper than ${MOST_LEVELS} levels`;
    // Dates and the like say themselves what is written of them.
    if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return this.#below(value, [['', (value as { toJSON(): unknown }).toJSON()]], place);
    if (Array.isArray(value)) return this.#below(value, value.map((item, index) => [`[${index}]`, item === undefined ? null : (item as unknown)]), place);
    return this.#below(value, Object.entries(value).map(([key, field]) => [`.${key}`, field as unknown]), place);
  }

  #below(value: object, parts: readonly (readonly [step: string, part: unknown])[], place: string): string | undefined {
    this.#above.push(value);
    for (const [step, part] of parts) {
      const found = this.look(part, `${place}${step}`);
      if (found !== undefined) return found;
    }
    this.#above.pop();
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
    return new Walk().look(value, place);
  } catch (error) {
    return `it cannot be read: ${errorText(error)}`;
  }
}
