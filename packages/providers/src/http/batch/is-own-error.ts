import { isJsonObject, parseJson } from '@assay/schema';
import { findCause } from '../errors/find-cause.js';
import { StatusFailure } from '../errors/status-failure.js';

/** Whether a call failed with an error as APIs with batches write them, an object under `error`: a proxy has pages and words of its own. */
export function isOwnError(thrown: unknown): boolean {
  const failure = findCause(thrown, StatusFailure);
  if (!failure) return false;
  try {
    const said: unknown = parseJson(failure.body);
    return isJsonObject(said) && isJsonObject(said['error']);
  } catch {
    return false;
  }
}
