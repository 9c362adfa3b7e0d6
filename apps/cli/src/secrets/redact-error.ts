import type { Redactor } from '@assay/schema';

/** What says something: `diagnostics` are the findings in a file. */
const PARTS = ['message', 'stack', 'hint', 'location', 'diagnostics', 'shortMessage', 'cause', 'errors'];
/** Causes of causes. Longer chains are circles. */
const DEEPEST = 8;

function clean(value: unknown, redactor: Redactor, depth: number): unknown {
  if (value instanceof Error) return redactError(value, redactor, depth + 1);
  return Array.isArray(value) && value.some((item) => item instanceof Error) ? value.map((item) => clean(item, redactor, depth)) : redactor.value(value);
}

/**
 * The same error without secrets in what it says, where it is and what caused it. It stays the object that
 * it is, since programs look at its class.
 */
export function redactError<T>(error: T, redactor: Redactor, depth = 0): T {
  if (!(error instanceof Error) || depth > DEEPEST) return error;
  for (const part of PARTS) {
    const value: unknown = (error as unknown as Record<string, unknown>)[part];
    if (value === undefined) continue;
    const redacted = clean(value, redactor, depth);
    if (redacted !== value) Object.defineProperty(error, part, { value: redacted, configurable: true, writable: true, enumerable: Object.prototype.propertyIsEnumerable.call(error, part) });
  }
  return error;
}
