import type { RateLimits } from '../domain/rate-limits.js';
import type { RequestAttempts } from '../domain/response.js';
import type { Spending } from '../usage/usage.js';
import { AssayError, type AssayErrorOptions } from './assay-error.js';
import { recognizeCopies } from './recognize-copies.js';

/**
 * What went wrong between Assay and a model or agent. `aborted` means that Assay itself gave up
 * (Ctrl-C); `timeout` that the target took too long; `unavailable` that nothing was sent, because
 * too many requests before had failed.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'bad_request'
  | 'rate_limit'
  | 'server'
  | 'network'
  | 'timeout'
  | 'bad_reply'
  | 'empty_reply'
  | 'process'
  | 'no_recording'
  | 'unavailable'
  | 'aborted';

export interface ProviderErrorOptions extends AssayErrorOptions {
  readonly kind: ProviderErrorKind;
  /** Name of the target that failed. */
  readonly target: string;
  /** HTTP status, where there was one. */
  readonly status?: number | undefined;
  /** The status came without an error as the API writes them: somebody in between may have answered, such as a proxy. Default: it came from the API. */
  readonly foreign?: boolean | undefined;
  /** How long the server asked to wait before the next try, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Overrides the default of the kind: rate_limit, server, network and timeout are tried again. */
  readonly retryable?: boolean | undefined;
  /** The server has more to do than it can: fewer requests help. Default: for `rate_limit` that may be tried again, and HTTP 529. */
  readonly overloaded?: boolean | undefined;
  /** What the server said of its limits. */
  readonly rateLimits?: RateLimits | undefined;
  /** How often the target was asked; absent when at most once. */
  readonly attempts?: RequestAttempts | undefined;
  /** True when a request was sent whose reply never came, and that may have been paid for all the same. Default: nothing was. */
  readonly costIncomplete?: boolean | undefined;
  /** What a reply that came, and cannot be used, says that it took. Absent where there was none. */
  readonly spent?: Spending | undefined;
}

const RETRYABLE: ReadonlySet<ProviderErrorKind> = new Set(['rate_limit', 'server', 'network', 'timeout']);

/** What some APIs answer with when all their customers together ask too much. */
const OVERLOADED = 529;

/** A target did not answer usably. The engine alone decides whether to try again. */
export class ProviderError extends AssayError {
  static {
    recognizeCopies(this, 'ProviderError');
  }

  readonly code = 'provider';
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  readonly target: string;
  readonly status: number | undefined;
  readonly foreign: boolean;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;
  readonly overloaded: boolean;
  readonly rateLimits: RateLimits | undefined;
  readonly attempts: RequestAttempts | undefined;
  readonly costIncomplete: boolean;
  readonly spent: Spending | undefined;

  constructor(message: string, options: ProviderErrorOptions) {
    super(message, options);
    this.kind = options.kind;
    this.target = options.target;
    this.status = options.status;
    this.foreign = options.foreign ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.retryable = options.retryable ?? RETRYABLE.has(options.kind);
    this.overloaded = options.overloaded ?? ((options.kind === 'rate_limit' && this.retryable) || options.status === OVERLOADED);
    this.rateLimits = options.rateLimits;
    this.attempts = options.attempts;
    this.costIncomplete = options.costIncomplete ?? false;
    this.spent = options.spent;
  }
}

/** The same error with other words, or with what was not known yet. */
export function restateProviderError(error: ProviderError, { message = error.message, ...changes }: Partial<ProviderErrorOptions> & { readonly message?: string }): ProviderError {
  const { kind, target, status, foreign, retryAfterMs, retryable, overloaded, rateLimits, attempts, costIncomplete, spent, hint, location } = error;
  const cause = error.cause ?? error;
  return new ProviderError(message, { kind, target, status, foreign, retryAfterMs, retryable, overloaded, rateLimits, attempts, costIncomplete, spent, hint, location, cause, ...changes });
}

/** Whether what failed with this may have cost something that nobody knows. */
export function mayHaveCost(error: unknown): boolean {
  return error instanceof ProviderError && error.costIncomplete;
}

/** What a reply took that could not be used; undefined where what failed tells of none. */
export function spentInVain(error: unknown): Spending | undefined {
  return error instanceof ProviderError ? error.spent : undefined;
}
