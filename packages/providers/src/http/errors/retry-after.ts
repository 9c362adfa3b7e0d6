import { isJsonObject } from '@assay/schema';
import { headerValues } from '../limits/header-values.js';
import { dateOf, writtenWait } from '../limits/written-wait.js';

interface HeaderSource {
  get(name: string): string | null;
}

/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds, as an HTTP date, or as servers
 * write their other waits (`2s`, seconds since the epoch). Of several, the longest. Undefined when it does not say, or says nonsense.
 * @param now what a date is compared with where the server does not tell its own time (`Date`), in
 * milliseconds since the epoch: the clocks of the two may be hours apart.
 */
export function retryAfterMs(headers: HeaderSource | undefined, now: number = Date.now()): number | undefined {
  const precise = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const written = headers?.get('retry-after');
  if (!written) return undefined;
  const told = dateOf(headerValues(headers?.get('date') ?? '')[0]) ?? now;
  const waits = headerValues(written).flatMap((value) => writtenWait(value, told) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** The wait that Google's errors name in their details (`retryDelay: "7.5s"`), in milliseconds. */
export function retryDelayMs(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details as readonly unknown[]) {
    const delay = isJsonObject(detail) ? detail['retryDelay'] : undefined;
    const seconds = typeof delay === 'string' ? /^(\d+(?:\.\d+)?)s$/u.exec(delay)?.[1] : undefined;
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return undefined;
}
