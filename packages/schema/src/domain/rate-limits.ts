/** What a server says of one of its limits. */
export interface RateAllowance {
  /** Requests or tokens that are left until the reset: ≥ 0. */
  readonly remaining: number;
  /** Milliseconds until the limit is whole again, counted from the reply: ≥ 0. */
  readonly resetMs: number;
}

/**
 * What a server says of its rate limits beside a reply, whatever its headers are called. Kept in no row: it is of use
 * while the run goes on.
 */
export interface RateLimits {
  readonly requests?: RateAllowance | undefined;
  /** Of several limits of tokens (input, output, all), the one that is nearest to its end. */
  readonly tokens?: RateAllowance | undefined;
}
