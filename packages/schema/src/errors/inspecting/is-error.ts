/** What is an error wherever it was made; `AbortSignal.timeout()` gives the second. */
const ERRORS = new Set(['[object Error]', '[object DOMException]']);

/**
 * Whether something is an error, also one of another realm: test runners run programs in contexts of their own (Jest, the vm pools of
 * Vitest), and what the system throws there is made by Node outside of them, so that `instanceof Error` does not know it.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || ERRORS.has(Object.prototype.toString.call(value));
}
