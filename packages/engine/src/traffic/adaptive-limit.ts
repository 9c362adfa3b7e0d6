/** Replies after which a limit is thought over, at least. */
const LEAST_EPOCH = 10;
/** A share of refused requests below this is nothing to go by. */
const FEW = 0.02;
/** No more than this is taken off at once. */
const MOST_CUT = 0.5;
/** By how much the limit is lowered when requests in a row are refused. */
const HALT_CUT = 0.7;
/** How much a limit that has been lowered grows for as many good replies as it lets through at once. */
const STEP = 2;
/** With latencies so much above the best known, more at once would only wait in line there. */
const NO_FASTER = 1.5;
const SLOWER = 2;
const SLOWER_CUT = 0.95;
/** With so much less at once, a server with a line is faster by about as much. */
const EASED = 0.6;
/** One that is not even this much faster then has no line: its replies take longer for what is asked. */
const RELIEVED = 0.85;
/** Servers change. So after as many rounds in which it did not grow it is lowered, to see whether there still is a line. */
const PATIENCE = 20;

/** A limit at which requests timed out one after the other is not come near to again so soon. */
const SHORT_OF_BRIM = 0.9;
/** What it is kept below of is forgotten as slowly. */
const FORGET = 1.005;
/** Latencies below this, in milliseconds, are as good as none. */
const LEAST_LATENCY_MS = 1;
/** With replies that would take less than this share of such a time-out even there, something else held the server up. */
const NO_LINE = 0.5;

export interface AdaptiveLimitOptions {
  /** To begin with; at least 1. */
  readonly start: number;
  readonly most: number;
  /** Whether it is raised above its start while more at once brings more, as latencies tell. */
  readonly grows: boolean;
}

/**
 * How many requests at once a server bears, as its replies tell. It is raised while replies are good: doubled with
 * every round to begin with, by two once it has been lowered. It is lowered by the share of requests that are refused,
 * at most by half, once for about as many replies as there are requests at once: a server that refuses a tenth of all
 * bears nine tenths of them. One that grows beyond its start stops where replies only take longer for it, and is lowered as long as that
 * makes them faster: questions that take longer than the first ones are no line. The fastest replies are not forgotten meanwhile, or a
 * server with a line would slowly be given more and more; one that stopped for long is lowered for a look instead. Requests that time out count for such a one as refused, and
 * where nothing else comes it is halved, and stays below from then on.
 */
export class AdaptiveLimit {
  #most: number;
  readonly #watchesLatency: boolean;
  #limit: number;
  #doubles = true;
  #mayGrow = true;
  #good = 0;
  #refused = 0;
  /** Sum of the logarithms of latencies. */
  #latencies = 0;
  #best = Infinity;
  /** What replies took, and how many were let through at once, when it began to be lowered for their slowness. */
  #slow: { readonly limit: number; readonly latencyMs: number } | undefined;
  #wasSlow = false;
  /** Rounds in a row in which it was not to grow. */
  #still = 0;
  /** How many were let through at once when all timed out, and after how long. */
  #brim: { readonly limit: number; readonly latencyMs: number } | undefined;
  /** Whether any was answered since. */
  #answers = true;
  /** Replies until the limit is thought over: fixed in time, for the limit may grow with every one of them. */
  #epoch = LEAST_EPOCH;

  constructor({ start, most, grows }: AdaptiveLimitOptions) {
    this.#limit = Math.min(start, most);
    this.#most = grows ? most : this.#limit;
    this.#watchesLatency = grows;
  }

  /** Whole, ≥ 1. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** More is asked for by somebody who shares the limit. */
  allow({ start, most, grows }: AdaptiveLimitOptions): void {
    this.#most = Math.max(this.#most, most);
    if (!grows) this.#limit = Math.max(this.#limit, start);
  }

  /** Somebody shares it who has places of his own. */
  extend(places: number): void {
    this.#most += places;
    this.#limit += places;
  }

  /** @param full Whether as many requests were under way as the limit lets. */
  good(latencyMs: number, full: boolean): void {
    this.#good += 1;
    this.#latencies += Math.log(Math.max(latencyMs, LEAST_LATENCY_MS));
    this.#answers = true;
    if (full && this.#mayGrow) this.#grow();
    this.#think();
  }

  #grow(): void {
    const most = Math.min(this.#most, (this.#brim?.limit ?? Infinity) * SHORT_OF_BRIM);
    this.#limit = Math.max(this.#limit, Math.min(most, this.#limit + (this.#doubles ? 1 : STEP / this.#limit)));
  }

  refused(): void {
    this.#refused += 1;
    this.#doubles = false;
    this.#think();
  }

  /** Requests in a row were refused. */
  halted(): void {
    this.#doubles = false;
    this.#lower(HALT_CUT);
    this.#begin();
  }

  /** A request timed out. */
  late(): void {
    if (this.#watchesLatency) this.refused();
  }

  /**
   * Requests in a row timed out.
   * @param latencyMs after how long.
   * @returns whether fewer are let through for it.
   */
  choked(latencyMs: number): boolean {
    const before = this.limit;
    if (!this.#watchesLatency || before === 1) return false;
    // Where nobody was answered since the last time, it is no other limit that was too high.
    if (this.#answers) this.#brim = { limit: this.#limit, latencyMs };
    this.#answers = false;
    this.#doubles = false;
    this.#lower(MOST_CUT);
    this.#begin();
    return true;
  }

  #lower(factor: number): void {
    this.#limit = Math.max(1, this.#limit * factor);
  }

  #think(): void {
    const replies = this.#good + this.#refused;
    if (replies < this.#epoch) return;
    const share = this.#refused / replies;
    if (share > FEW) this.#lower(Math.max(MOST_CUT, 1 - share));
    if (this.#watchesLatency && this.#good >= LEAST_EPOCH / 2) {
      // A line makes all replies slower by the same factor. A few long ones, which make most of a sum, are none.
      const latencyMs = Math.exp(this.#latencies / this.#good);
      this.#compare(latencyMs);
      this.#forgetBrim(latencyMs);
    }
    this.#begin();
  }

  #compare(latencyMs: number): void {
    this.#best = Math.min(this.#best, latencyMs);
    this.#mayGrow = latencyMs <= this.#best * NO_FASTER;
    if (!this.#mayGrow) this.#doubles = false;
    this.#still = this.#mayGrow ? 0 : this.#still + 1;
    const slow = latencyMs > this.#best * SLOWER || this.#still > PATIENCE;
    // The first ones that are slow were sent while it grew: what they took is of fewer at once.
    if (slow && this.#wasSlow) this.#ease(latencyMs);
    else if (slow) this.#lower(SLOWER_CUT);
    else this.#slow = undefined;
    this.#wasSlow = slow;
  }

  /** In a line replies take as much longer as there are more at once. */
  #forgetBrim(latencyMs: number): void {
    if (!this.#brim) return;
    const { limit } = this.#brim;
    const isLine = (latencyMs * limit) / this.#limit > NO_LINE * this.#brim.latencyMs;
    this.#brim = isLine ? { ...this.#brim, limit: limit * FORGET } : undefined;
  }

  /** Lowers it while that makes replies faster. Where it does not, what they take now is the best that is known. */
  #ease(latencyMs: number): void {
    const since = (this.#slow ??= { limit: this.#limit, latencyMs });
    const isEased = this.#limit <= since.limit * EASED || this.limit === 1;
    if (isEased && latencyMs > since.latencyMs * RELIEVED) {
      this.#best = latencyMs;
      this.#mayGrow = true;
      this.#still = 0;
      this.#slow = undefined;
      return;
    }
    if (isEased) this.#slow = { limit: this.#limit, latencyMs };
    this.#lower(SLOWER_CUT);
  }

  #begin(): void {
    this.#epoch = Math.max(LEAST_EPOCH, this.limit);
    this.#good = 0;
    this.#refused = 0;
    this.#latencies = 0;
  }
}
