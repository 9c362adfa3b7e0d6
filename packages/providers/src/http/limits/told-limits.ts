import type { RateAllowance, RateLimits } from '@assay/schema';
import { headerValues } from './header-values.js';
import { fieldLimits } from './rate-limit-field.js';
import { dateOf, writtenWait } from './written-wait.js';

/** Headers of a reply by their names in small letters. */
type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `x-ratelimit-remaining-requests`, `anthropic-ratelimit-input-tokens-reset`, `ratelimit-remaining`, … */
const NAME = /^(?:x-|anthropic-)?ratelimit-(.+)$/u;

interface Part {
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
  return { says, limit };
}

/** What one limit says, in each header as often as it was sent. */
interface Told {
  readonly of: keyof RateLimits;
  readonly remaining: number[];
  readonly resetMs: number[];
}

function ofWhat(limit: string): keyof RateLimits {
  return limit.includes('token') ? 'tokens' : 'requests';
}

/** Where as little is left of both, the one that lasts longer. */
function nearest(a: RateAllowance | undefined, b: RateAllowance): RateAllowance {
  if (!a || a.remaining > b.remaining) return b;
  return a.remaining === b.remaining && a.resetMs < b.resetMs ? b : a;
}

/** Each number that is left, with the time that was sent with it. */
function allowancesOf({ remaining, resetMs }: Told): readonly RateAllowance[] {
  return remaining.flatMap((left, index) => {
    const wait = resetMs[index] ?? resetMs.at(-1);
    return wait === undefined ? [] : [{ remaining: left, resetMs: wait }];
  });
}

/**
 * What a server says of its limits in the headers of a reply: those of OpenAI and of the many that follow it, of
 * Anthropic, and of the standard to come. Undefined when it says nothing that can be used: how much is left, and until when.
 * @param now what moments are compared with where the server does not tell its own time, in milliseconds since the epoch.
 */
export function toldLimits(headers: PlainHeaders, now: () => number = Date.now): RateLimits | undefined {
  let found: Map<string, Told> | undefined;
  const toldOf = (limit: string): Told => {
    const told = found?.get(limit) ?? { of: ofWhat(limit), remaining: [], resetMs: [] };
    (found ??= new Map()).set(limit, told);
    return told;
  };
  const time = (): number => dateOf(headerValues(headers['date'] ?? '')[0]) ?? now();
  for (const name in headers) {
    // Of most replies no header is of this kind: nothing else is looked at.
    if (!name.includes('ratelimit')) continue;
    const written = headers[name];
    if (written === undefined) continue;
    if (name === 'ratelimit') {
      for (const { name: limit, remaining, resetMs } of fieldLimits(typeof written === 'string' ? written : written.join(', '), time())) {
        const told = toldOf(`ratelimit ${limit}`);
        if (remaining === undefined || resetMs === undefined) continue;
        told.remaining.push(remaining);
        told.resetMs.push(resetMs);
      }
      continue;
    }
    const part = partOf(name);
    if (!part) continue;
    const told = toldOf(part.limit);
    for (const value of headerValues(written)) {
      if (part.says === 'reset') {
        const wait = writtenWait(value, time());
        if (wait !== undefined) told.resetMs.push(wait);
      } else if (/^\d+(?:\.\d+)?$/u.test(value)) told.remaining.push(Number(value));
    }
  }
  if (!found) return undefined;
  const limits: { -readonly [K in keyof RateLimits]: RateLimits[K] } = {};
  for (const told of found.values()) {
    for (const allowance of allowancesOf(told)) limits[told.of] = nearest(limits[told.of], allowance);
  }
  return limits.requests || limits.tokens ? limits : undefined;
}
