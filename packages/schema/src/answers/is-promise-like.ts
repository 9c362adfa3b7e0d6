/** Whether a value is still to come: by its shape, since a promise may be one of a library, or of another part of the process. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
