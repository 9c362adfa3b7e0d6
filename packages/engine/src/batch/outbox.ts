import { randomUUID } from 'node:crypto';
import { ProviderError, type GenerateRequest, type ProviderBatch } from '@assay/schema';
import type { RequestId } from './request-id.js';

/** Requests that go together. */
export interface Parcel {
  readonly name: string;
  readonly ids: readonly RequestId[];
  /** One for each id, as they are sent. */
  readonly lines: readonly string[];
  /** One for each id: takes back what was paid for it, when it did not go out. */
  readonly undo: readonly (() => void)[];
}

/** What was paid for a parcel that did not go out. */
export function takeBack({ undo }: Parcel): void {
  for (const one of undo) one();
}

/** Most of a batch that is held in memory, in bytes: it is sent as one text. */
const MOST_BYTES = 48 * 2 ** 20;

/** A name that no other batch has. */
export function parcelName(): string {
  return randomUUID().replaceAll('-', '');
}

export interface OutboxOptions {
  readonly target: string;
  readonly batch: Pick<ProviderBatch, 'most' | 'write'>;
  /** Takes what is full. */
  readonly send: (parcel: Parcel) => Promise<void>;
}

/** Gathers the requests to one target that go into its next batch; one that is full goes at once. */
export class Outbox {
  readonly #options: OutboxOptions;
  #name = parcelName();
  #ids: RequestId[] = [];
  #lines: string[] = [];
  #undo: (() => void)[] = [];
  #bytes = 0;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#ids.length;
  }

  /**
   * Resolves when the request is gathered.
   * @param undo takes back what was paid for it.
   * @throws ProviderError for one that cannot be sent.
   */
  add(id: RequestId, request: GenerateRequest, undo: () => void): Promise<void> {
    const added = this.#tail.then(() => this.#add(id, request, undo));
    this.#tail = added.catch(() => undefined);
    return added;
  }

  /** Takes what is there; undefined when nothing is. */
  async take(): Promise<Parcel | undefined> {
    await this.#tail;
    return this.#take();
  }

  async #add(id: RequestId, request: GenerateRequest, undo: () => void): Promise<void> {
    const { batch, target, send } = this.#options;
    const most = Math.min(batch.most.bytes, MOST_BYTES);
    let line = await batch.write(`${this.#name}-${this.#ids.length}`, request);
    // With its line end.
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > batch.most.bytes) {
      throw new ProviderError(`target "${target}": a request of ${bytes} bytes is larger than a whole batch may be (${batch.most.bytes})`, { kind: 'bad_request', target });
    }
    if (this.#ids.length > 0 && (this.#ids.length >= batch.most.requests || this.#bytes + bytes > most)) {
      const full = this.#take();
      if (full) await send(full);
      line = await batch.write(`${this.#name}-0`, request);
    }
    this.#ids.push(id);
    this.#lines.push(line);
    this.#undo.push(undo);
    this.#bytes += bytes;
  }

  #take(): Parcel | undefined {
    if (this.#ids.length === 0) return undefined;
    const parcel = { name: this.#name, ids: this.#ids, lines: this.#lines, undo: this.#undo };
    this.#name = parcelName();
    this.#ids = [];
    this.#lines = [];
    this.#undo = [];
    this.#bytes = 0;
    return parcel;
  }
}
