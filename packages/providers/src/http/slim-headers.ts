/** What every header may be: anything else is left to Node, which says what is wrong with it. */
const USUAL_NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/u;
const USUAL_VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/u;
/** Blanks around a value are no part of it. */
const AROUND = /^[\t\n\r ]+|[\t\n\r ]+$/gu;

type Written = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/**
 * As much of `Headers` as the SDKs and Assay use. To touch that of Node loads a whole HTTP client, which nothing here uses: a tenth
 * of the time from the start of a run to its first request.
 */
export class SlimHeaders {
  readonly #values = new Map<string, string>();

  constructor(written: Written = {}) {
    for (const [name, value] of Symbol.iterator in written ? written : Object.entries(written)) this.append(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.delete(name);
    this.append(name, value);
  }

  /** Several values of a name are one, with commas between them. @throws TypeError for what cannot be sent. */
  append(name: string, value: string): void {
    const trimmed = String(value).replaceAll(AROUND, '');
    const text = USUAL_NAME.test(name) && USUAL_VALUE.test(trimmed) ? trimmed : (new Headers([[name, value]]).get(name) ?? '');
    const before = this.get(name);
    this.#values.set(name.toLowerCase(), before === null ? text : `${before}, ${text}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  /** By their names in small letters, in their order. */
  entries(): IterableIterator<[string, string]> {
    return [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1)).values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}

/** Whether these are headers, of Node or of ours: asked without loading the ones of Node. */
export function isHeaders(value: unknown): value is SlimHeaders {
  const { append, get } = (value ?? {}) as Partial<SlimHeaders>;
  return typeof append === 'function' && typeof get === 'function';
}
