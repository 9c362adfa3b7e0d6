import { randomUUID } from 'node:crypto';
import { ProviderError, type BudgetAccount, type GenerateRequest, type ProviderBatch } from '@assay/schema';
import type { PaidRequest } from './on-disk/journal-line.js';
import type { RequestId } from './on-disk/request-id.js';
import type { Spool } from './spool.js';

/** Requests that go together. */
export interface Parcel {
  readonly name: string;
  readonly ids: readonly PaidRequest[];
  /** A line for each id, as it is sent. Closed by the holder of the parcel. */
  readonly lines: Spool;
  /** For each id the account that it was paid from. */
  readonly accounts: readonly (BudgetAccount | undefined)[];
}

/** Most of a batch, in bytes: a connection that breaks off costs no more than to send that again. */
const MOST_BYTES = 48 * 2 ** 20;

/** A name that no other batch has. */
export function parcelName(): string {
  return randomUUID().replaceAll('-', '');
}

export interface OutboxOptions {
  readonly target: string;
  readonly batch: Pick<ProviderBatch, 'most' | 'write'>;
  /** Where lines are gathered. @throws StoreError */
  readonly spool: () => Promise<Spool>;
  /** Takes note of each request that is gathered, with the name of its parcel. @throws StoreError */
  readonly onGathered: (id: PaidRequest, name: string) => Promise<void>;
  /** Told of each request that is gathered, in bytes. */
  readonly onSpooled?: ((bytes: number) => void) | undefined;
  /** Most requests of the next batch now; 0 while no request is to be gathered. */
  readonly room: () => number;
  /** Whether others are to be gathered before this one. */
  readonly holds: (id: RequestId) => boolean;
  /** Takes what is full. */
  readonly send: (parcel: Parcel) => Promise<void>;
}

/** Gathers the requests to one target that go into its next batch; one that is full goes at once. */
export class Outbox {
  readonly #options: OutboxOptions;
  #name = parcelName();
  #ids: PaidRequest[] = [];
  #lines: Spool | undefined;
  #accounts: (BudgetAccount | undefined)[] = [];
  #bytes = 0;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Whether a request is to be gathered now, and not when others have ended. */
  takes(id: RequestId): boolean {
    return this.#options.room() > 0 && !this.#options.holds(id);
  }

  /**
   * Resolves when the request is gathered.
   * @returns false for one that there is no room for now: it is asked again when others have ended.
   * @throws ProviderError for one that cannot be sent.
   * @throws StoreError
   */
  add(id: PaidRequest, request: GenerateRequest): Promise<boolean> {
    const added = this.#tail.then(() => this.#add(id, request));
    this.#tail = added.catch(() => undefined);
    return added;
  }

  /** Takes what is there; undefined when nothing is. */
  async take(): Promise<Parcel | undefined> {
    await this.#tail;
    return this.#take();
  }

  async #add(id: PaidRequest, request: GenerateRequest): Promise<boolean> {
    const { batch, target, spool, onSpooled, onGathered, room, send } = this.#options;
    const most = Math.min(batch.most.bytes, MOST_BYTES);
    let line = await batch.write(`${this.#name}-${this.#ids.length}`, request);
    // With its line end.
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > batch.most.bytes) {
      throw new ProviderError(`target "${target}": a request of ${bytes} bytes is larger than a whole batch may be (${batch.most.bytes})`, { kind: 'bad_request', target });
    }
    if (this.#ids.length > 0 && (this.#ids.length >= Math.min(batch.most.requests, room()) || this.#bytes + bytes > most)) {
      const full = this.#take();
      if (full) await send(full);
      line = await batch.write(`${this.#name}-0`, request);
    }
    if (!this.takes(id)) return false;
    this.#lines ??= await spool();
    await onGathered(id, this.#name);
    await this.#lines.append(line);
    onSpooled?.(bytes);
    this.#ids.push(id);
    this.#accounts.push(request.account);
    this.#bytes += bytes;
    return true;
  }

  #take(): Parcel | undefined {
    if (!this.#lines || this.#ids.length === 0) return undefined;
    const parcel = { name: this.#name, ids: this.#ids, lines: this.#lines, accounts: this.#accounts };
    this.#name = parcelName();
    this.#ids = [];
    this.#lines = undefined;
    this.#accounts = [];
    this.#bytes = 0;
    return parcel;
  }
}
