import { isError, type Redactor } from '@assay/schema';

/** Causes of causes. Longer chains are circles. */
const DEEPEST = 8;

/** What has data of Assay's own: `diagnostics` are the findings in a file. Anything else may be an object of any kind. */
const OWN_PARTS: ReadonlySet<string> = new Set(['message', 'stack', 'hint', 'location', 'diagnostics']);

/** Something that others put on an error. What refers to itself, as sockets and requests do, is not kept. */
function cleanForeign(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (typeof value !== 'object' || value === null) return value;
  try {
    const written = JSON.stringify(value);
    const clean = redactor.text(written);
    return clean === written ? value : redactor.value(JSON.parse(written) as unknown);
  } catch {
    return undefined;
  }
}

function clean(value: unknown, redactor: Redactor, depth: number, own: boolean): unknown {
  if (isError(value)) return redactError(value, redactor, depth + 1);
  if (Array.isArray(value) && value.some((item) => isError(item))) return value.map((item) => clean(item, redactor, depth, own));
  return own ? redactor.value(value) : cleanForeign(value, redactor);
}

/** False for a part that nothing else can be put in place of. */
function replace(error: Error, part: string, value: unknown): boolean {
  const { enumerable = false } = Object.getOwnPropertyDescriptor(error, part) ?? {};
  return Reflect.defineProperty(error, part, { value, configurable: true, writable: true, enumerable });
}

/** What an error has: what it says, where and why, and whatever an extension or a library put on it (a request with its headers). */
function partsOf(error: Error): readonly string[] {
  return [...new Set(['message', 'stack', ...Object.getOwnPropertyNames(error)])];
}

/**
 * What was thrown, without secrets in what it says, where it is, what caused it and what else it holds. An
 * error stays the object that it is, since programs look at its class, unless it cannot be changed.
 */
export function redactError<T>(thrown: T, redactor: Redactor, depth = 0): T {
  if (!isError(thrown)) return cleanForeign(thrown, redactor) as T;
  if (depth > DEEPEST) return thrown;
  for (const part of partsOf(thrown)) {
    const value: unknown = (thrown as unknown as Record<string, unknown>)[part];
    if (value === undefined || typeof value === 'function') continue;
    const redacted = clean(value, redactor, depth, OWN_PARTS.has(part));
    if (redacted === value || replace(thrown, part, redacted)) continue;
    return new Error(redactor.text(thrown.message)) as T;
  }
  return thrown;
}
