import type { RateLimits } from '@assay/schema';

/** What came of a request, as far as it tells how many more its server bears. */
export type Outcome =
  | {
      readonly kind: 'good';
      readonly latencyMs: number;
      /** Tokens that it took, where that is known. */
      readonly tokens?: number | undefined;
      readonly rateLimits?: RateLimits | undefined;
    }
  /** The server asks for fewer requests, and perhaps for a wait. */
  | { readonly kind: 'refused'; readonly waitMs?: number | undefined; readonly rateLimits?: RateLimits | undefined }
  /** The time that it had was over. Perhaps too many were sent at once, and it waited in line there. */
  | { readonly kind: 'late'; readonly latencyMs: number }
  /** It failed for another reason, or was ended: that says nothing about how many requests the server bears. */
  | { readonly kind: 'other'; readonly rateLimits?: RateLimits | undefined }
  /** It was not sent: it counts as if it had never come, and may come again. */
  | { readonly kind: 'unsent' };

/** The place of a request that is under way. */
export interface Place {
  /**
   * Waits for room that others may hold, some of whom may wait for a place here.
   * @param giveUp Called when the request is not to wait any longer: all who have a place wait like this, and somebody
   * urgent waits for one.
   * @returns settles as `room` does.
   */
  waitFor(room: Promise<void>, giveUp: () => void): Promise<void>;
  /**
   * The reply is late: another request may take the place meanwhile, but for one of the target's `workers`.
   * @param known Whether others came in less time. They then must have been answered since the request was sent: if
   * nobody is, more requests are no help.
   */
  stall(known: boolean): void;
  /** The request is over. More than the first call changes nothing. */
  leave(outcome: Outcome): void;
}

export interface EnterOptions {
  readonly signal?: AbortSignal | undefined;
  /** Others hold room and wait for this request. Default false. */
  readonly urgent?: boolean | undefined;
  /** It had a place before: it goes first. Default false. */
  readonly again?: boolean | undefined;
  /** It is for a trial itself, not for its judges: while it waits for its next try or is stuck, another trial may begin. Default false. */
  readonly ofTrial?: boolean | undefined;
  /** Tokens that it is expected to take, asked anew while it waits: replies to others say more of that. Default 0. */
  readonly tokens?: (() => number) | undefined;
}

/** Lets as many requests of a target be sent as its server bears and its settings allow. The others wait. */
export interface Limiter {
  /** Most requests at once now. Whole, ≥ 1. */
  readonly limit: number;
  /** Replies that were good, of all targets that share the server. */
  readonly answered: number;
  /** How often requests timed out that fewer at once may spare: so often it was lowered for that. */
  readonly narrowed: number;
  /** True for targets whose requests keep their places between two tries. */
  readonly keepsPlaces: boolean;
  /** Whether the tokens of a request matter. */
  readonly metersTokens: boolean;
  /**
   * Waits for a place, if there is none.
   * @throws the signal's reason when it aborts while waiting, or before.
   */
  enter(options?: EnterOptions): Place | Promise<Place>;
  /** A request waits for its next try, without a place. @returns ends that. */
  waits(options?: Pick<EnterOptions, 'ofTrial'>): () => void;
  /** Says whether the target fails whatever it is asked: then no new request begins while others wait for their next try. */
  doubt(doubtful: boolean): void;
  /** A request is tried once more, or is to be sent a second time because the first gets stuck, or was not after all. */
  note(what: 'retry' | 'hedge' | 'unsent'): void;
  /** Whether so few requests were sent a second time that one more is in proportion. */
  mayHedge(): boolean;
}
