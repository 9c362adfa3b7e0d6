import type { RateAllowance, RateLimits } from '@assay/schema';
import { MAX_RETRY_AFTER_MS } from '../retry/retry-delay.js';

interface Allowance {
  readonly remaining: number;
  /** As of a clock's `elapsed`. */
  readonly until: number;
}

function allowanceOf(told: RateAllowance | undefined, now: number): Allowance | undefined {
  // Nobody waits for a limit of a day. What comes of it is said by the reply.
  if (!told || told.resetMs <= 0 || told.resetMs > MAX_RETRY_AFTER_MS) return undefined;
  return { remaining: told.remaining, until: now + told.resetMs };
}

/** What a server last said is left of its limits. */
export class ToldAllowances {
  #requests: Allowance | undefined;
  #tokens: Allowance | undefined;

  /** Whether anything is known of tokens. */
  get metersTokens(): boolean {
    return this.#tokens !== undefined;
  }

  told(limits: RateLimits, now: number): void {
    if (limits.requests) this.#requests = allowanceOf(limits.requests, now);
    if (limits.tokens) this.#tokens = allowanceOf(limits.tokens, now);
  }

  /**
   * Milliseconds until a request may be sent; 0 for now. Less than that when replies come which say otherwise.
   * @param underWay Requests, and the tokens that they are expected to take: perhaps not counted by the server yet.
   */
  waitFor(tokens: number, underWay: { readonly requests: number; readonly tokens: number }, now: number): number {
    let until = now;
    const requests = this.#requests;
    if (requests && requests.until > now && underWay.requests >= requests.remaining) until = requests.until;
    const left = this.#tokens;
    if (left && left.until > now && underWay.tokens + tokens > left.remaining) until = Math.max(until, left.until);
    return until - now;
  }
}
