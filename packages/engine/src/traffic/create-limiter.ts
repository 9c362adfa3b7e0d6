import { UsageError } from '@assay/schema';
import { systemClock } from '../clock/clock.js';
import { Endpoint } from './endpoint.js';
import type { Limiter } from './limiter.js';

/**
 * A limiter for one target that nothing is known of: so many requests at once, fewer while it refuses some.
 * @param places whole number ≥ 1.
 * @throws UsageError for anything else.
 */
export function createLimiter(places: number, { clock = systemClock, random = Math.random } = {}): Limiter {
  if (!Number.isInteger(places) || places < 1) {
    throw new UsageError(`a limit of ${places} at once is not possible: it is a whole number from 1`);
  }
  return new Endpoint({ start: places, most: places, grows: false, clock, random }).lane({ target: '' }).limiter;
}
