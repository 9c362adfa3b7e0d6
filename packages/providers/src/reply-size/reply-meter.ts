import type { RateLimits, ReplyShare } from '@assay/schema';
import type { ReplyBounds } from './reply-bounds.js';
import { ReplyTooLarge } from './reply-too-large.js';

/** Replies up to this size take no share: nearly all are smaller, and hundreds of them are nothing. */
const FREE_BYTES = 64 * 1024;

/** A reply is held three times: as what arrived, the text that is made of it and the parts of that; later in its row. */
const COPIES = 3;

/** Counts what arrives of one reply. */
export class ReplyMeter {
  readonly #bounds: ReplyBounds;
  readonly #what: string | undefined;
  #bytes = 0;
  #held = 0;
  #share: ReplyShare | undefined;
  #waitedMs = 0;
  /** What the server said of its limits with the reply. */
  rateLimits: RateLimits | undefined;
  /** True where something was no UTF-8: U+FFFD stands in the reply for what could not be read. */
  garbled = false;

  /** @param what What a refusal calls the reply. */
  constructor(bounds: ReplyBounds, what?: string) {
    this.#bounds = bounds;
    this.#what = what;
  }

  /** How long the reply was not read, since there was no room for more of it. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /**
   * Takes note of more bytes that are kept.
   * @returns resolves when there is room for them; undefined when there is already.
   * @throws ReplyTooLarge when the reply has more than it may have.
   */
  add(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes;
    if (this.#bytes > this.#bounds.mostBytes) throw this.refusal();
    return this.#take();
  }

  /**
   * Takes note of how many bytes have arrived that are not read yet. They count anew with each call.
   * @returns as `add` does.
   * @throws ReplyTooLarge when these alone are more than a reply may have.
   */
  hold(bytes: number): Promise<void> | undefined {
    this.#held = bytes;
    if (bytes > this.#bounds.mostBytes) throw this.refusal();
    return this.#take();
  }

  #take(): Promise<void> | undefined {
    const { mostBytes, memory } = this.#bounds;
    const bytes = Math.min(this.#bytes + this.#held, mostBytes);
    if (bytes <= FREE_BYTES || !memory) return undefined;
    this.#share ??= memory.share(COPIES * mostBytes);
    const room = this.#share.hold(COPIES * bytes);
    return room && this.#wait(room);
  }

  async #wait(room: Promise<void>): Promise<void> {
    const start = performance.now();
    await room;
    this.#waitedMs += performance.now() - start;
  }

  refusal(): ReplyTooLarge {
    return new ReplyTooLarge(this.#bounds.mostBytes, this.#what);
  }

  /** The reply is complete, and what is held of it goes over to the trial that it is for. */
  keep(): void {
    this.#share?.keep();
    this.#share = undefined;
  }

  /** Nothing is kept any more. May be called again, and after {@link ReplyMeter.keep}. */
  end(): void {
    this.#share?.release();
    this.#share = undefined;
  }
}
