import type { RateAllowance, RateLimits } from '@assay/schema';
import { dateOf, writtenWait } from './written-wait.js';

/** Headers of a reply by their names in small letters. */
type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `x-ratelimit-remaining-requests`, `anthropic-ratelimit-input-tokens-reset`, `ratelimit-remaining`, … */
const NAME = /^(?:x-|anthropic-)?ratelimit-(.+)$/u;

interface Part {
  readonly of: 'requests' | 'tokens';
  /** Tells one limit from another, as `tokens` from `input-tokens`. */
  readonly limit: string;
  readonly says: 'remaining' | 'reset';
}

function partOf(name: string): Part | undefined {
  const rest = NAME.exec(name)?.[1];
  if (rest === undefined) return undefined;
  const words = rest.split('-');
  const says = words.find((word) => word === 'remaining' || word === 'reset');
  if (says === undefined) return undefined;
  const limit = words.filter((word) => word !== says).join('-');
  return { says, limit, of: limit.includes('token') ? 'tokens' : 'requests' };
}

function nearest(a: RateAllowance | undefined, b: RateAllowance): RateAllowance {
  return a && a.remaining <= b.remaining ? a : b;
}

/**
 * What a server says of its limits in the headers of a reply: those of OpenAI and of the many that follow it, of
 * Anthropic, and of the standard to come. Undefined when it says nothing that can be used: how much is left, and until when.
 * @param now what moments are compared with where the server does not tell its own time, in milliseconds since the epoch.
 */
export function toldLimits(headers: PlainHeaders, now: () => number = Date.now): RateLimits | undefined {
  let found: Map<string, { of: Part['of']; remaining?: number; resetMs?: number | undefined }> | undefined;
  for (const name in headers) {
    // Of most replies no header is of this kind: nothing else is looked at.
    if (!name.includes('ratelimit-')) continue;
    const part = partOf(name);
    const value = headers[name];
    if (!part || typeof value !== 'string') continue;
    found ??= new Map();
    const limit = found.get(part.limit) ?? { of: part.of };
    found.set(part.limit, limit);
    if (part.says === 'reset') {
      const date = headers['date'];
      limit.resetMs = writtenWait(value, dateOf(typeof date === 'string' ? date : undefined) ?? now());
    } else if (/^\d+(?:\.\d+)?$/u.test(value.trim())) limit.remaining = Number(value);
  }
  if (!found) return undefined;
  const limits: { -readonly [K in keyof RateLimits]: RateLimits[K] } = {};
  for (const { of, remaining, resetMs } of found.values()) {
    if (remaining !== undefined && resetMs !== undefined) limits[of] = nearest(limits[of], { remaining, resetMs });
  }
  return limits.requests || limits.tokens ? limits : undefined;
}
