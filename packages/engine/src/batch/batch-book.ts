import { open, stat } from 'node:fs/promises';
import type { JsonValue } from '@assay/schema';
import type { LineWriter } from '../store/lines/line-writer.js';
import { wholeLines } from '../store/lines/whole-lines.js';
import { storeFailure } from '../store/store-failure.js';
import { batchesFolder, journalFile, repliesFile } from './on-disk/batch-files.js';
import { journalLine, type BatchRecord, type JournalEvent, type PaidRequest } from './on-disk/journal-line.js';
import { openLines } from './on-disk/open-lines.js';
import type { PaidAmount } from './on-disk/paid-amount.js';
import { idText, type RequestId, type UncountedRequest } from './on-disk/request-id.js';
import { readJournal } from './on-disk/read-journal.js';
import type { RequestEntry } from './request-entry.js';
import { QueueRoom } from './room/queue-room.js';
import { Spool } from './spool.js';
import { countedLine, paidAmount, paidLine, outcomeHead, outcomeKind, outcomeLine, storedOutcome, type OutcomeHead, type StoredOutcome } from './on-disk/stored-outcome.js';

/** A batch whose results are not there. */
export interface OpenBatch extends BatchRecord {
  /** Undefined while it is not known whether it has arrived. */
  handle: string | undefined;
  /** When its submission ended without an answer, in milliseconds since the epoch; undefined where nobody saw that either. */
  unheardAt?: number | undefined;
}

export interface BatchBookOptions {
  /** Folder of the run, absolute. */
  readonly run: string;
  /** Takes out of a value what must not be stored. */
  readonly redact: (value: JsonValue) => JsonValue;
  /** Told that one batch more stands in the journal, before it is submitted. A rejection keeps it from that. */
  readonly onBegun?: (() => Promise<void>) | undefined;
}

/**
 * What a run has asked in batches, and what came of it, on disk: a journal that is written before anything is sent, and the replies.
 * Both only grow, so that a process may be killed at any time.
 */
export class BatchBook {
  readonly #options: BatchBookOptions;
  readonly #entries = new Map<string, RequestEntry>();
  readonly #ofAsker = new Map<string, string[]>();
  readonly #open = new Map<string, OpenBatch>();
  /** What an earlier process read of batches whose results are not all there: it counts when they are, or when the rest is gone. */
  #partly: ReadonlyMap<string, readonly PlacedHead[]> = new Map();
  // Opened once, however many write at the same time.
  #journal: Promise<LineWriter> | undefined;
  #replies: Promise<LineWriter> | undefined;
  #repliesSize = 0;
  /** Batches that were collected, and of whose results some are not stored any more. */
  readonly #lacking = new Set<string>();
  #begun = 0;
  /** How many requests targets may have in batches. */
  readonly room = new QueueRoom(() => this.#open.values());
  /** Requests of which it is known by now what they took. */
  counted = 0;

  private constructor(options: BatchBookOptions) {
    this.#options = options;
  }

  /** @throws StoreError when it cannot be read. */
  static async open(options: BatchBookOptions): Promise<BatchBook> {
    const book = new BatchBook(options);
    try {
      await book.#read();
    } catch (error) {
      throw storeFailure('read', batchesFolder(options.run), error);
    }
    // Somebody has accepted that they are asked again: nobody is asked about it another time.
    for (const name of book.#lacking) await book.#write({ type: 'gone', name });
    return book;
  }

  /** Batches that the journal tells of. */
  get begun(): number {
    return this.#begun;
  }

  /** Batches whose results are not there. */
  get openBatches(): readonly OpenBatch[] {
    return [...this.#open.values()];
  }

  /** Undefined for a request that is to be asked. */
  stateOf(id: RequestId): 'pending' | 'settled' | undefined {
    const state = this.#entries.get(idText(id))?.state;
    return state === 'again' ? undefined : state;
  }

  /** What came of a settled request; undefined for any other. @param room waits for memory for so many bytes. @throws StoreError */
  async outcomeOf(id: RequestId, room: (bytes: number) => Promise<void> | undefined): Promise<StoredOutcome | undefined> {
    const entry = this.#entries.get(idText(id));
    if (entry?.state !== 'settled' || !entry.place) return undefined;
    const { start, length } = entry.place;
    await room(length);
    const file = repliesFile(this.#options.run);
    const bytes = Buffer.alloc(length);
    try {
      const handle = await open(file, 'r');
      await handle.read(bytes, 0, length, start).finally(() => handle.close());
      return storedOutcome(bytes.toString('utf8'));
    } catch (error) {
      throw storeFailure('read', file, error);
    }
  }

  /** For lines that are about to be sent. @throws StoreError */
  spool(): Promise<Spool> {
    return Spool.open(batchesFolder(this.#options.run));
  }

  /** Writes a batch down that is about to be submitted. */
  async begin(batch: BatchRecord): Promise<OpenBatch> {
    await this.#write({ type: 'batch', ...batch });
    await this.#options.onBegun?.();
    return this.#open.get(batch.name) as OpenBatch;
  }

  async submitted(name: string, handle: string): Promise<void> {
    await this.#write({ type: 'submitted', name, handle });
  }

  /** The submission has ended, and nobody heard whether the batch has arrived. @param at when, in milliseconds since the epoch. */
  async unheard(name: string, at: number): Promise<void> {
    await this.#write({ type: 'unheard', name, at });
  }

  /** The batch has not arrived: its requests are to be asked again. */
  async lost(name: string): Promise<void> {
    await this.#write({ type: 'lost', name });
  }

  /** The account has no room for the batch: its requests are to be asked again, fewer at a time. */
  async full(name: string): Promise<void> {
    await this.#write({ type: 'full', name });
  }

  /** The batch, or the rest of its results, is not there any more: those of its requests that nothing came of are to be asked again. */
  async gone(name: string): Promise<void> {
    await (await this.#replies)?.flush();
    await this.#write({ type: 'gone', name });
  }

  /** All results of a batch are stored. */
  async collected(name: string): Promise<void> {
    await (await this.#replies)?.flush();
    await this.#write({ type: 'collected', name });
  }

  /**
   * Stores what came of a request.
   * @param batch that it came with; empty for one that was asked at once.
   * @param mostTries Batches that it may fail in, where another try may help.
   * @returns whether it goes into the next batch.
   */
  async settle(id: RequestId, batch: string, outcome: StoredOutcome, mostTries = 1): Promise<boolean> {
    const again = 'error' in outcome && outcome.error.retryable && (this.#entries.get(idText(id))?.tries ?? 0) + 1 < mostTries;
    const line = outcomeLine({ ...id, batch, kind: again ? 'again' : outcomeKind(outcome) }, outcome, this.#options.redact);
    await this.#append(line, (place) => this.#settled({ ...(outcomeHead(line) as OutcomeHead), place }));
    return again;
  }

  /** What stands as taken for a request of which something came: to be corrected, once. Undefined for any other. @throws StoreError */
  async takePaid(id: RequestId): Promise<PaidAmount | undefined> {
    const entry = this.#entries.get(idText(id));
    if (!entry?.paid || entry.state === 'pending') return undefined;
    const { paid } = entry;
    entry.paid = undefined;
    this.counted += 1;
    // First: a process that dies between this and the correction leaves too much as taken, and not too little.
    await this.#append(countedLine({ ...id, batch: entry.batch }));
    return paid;
  }

  /** Whether something stands as taken of which it is not known yet what it took. */
  get isOwed(): boolean {
    for (const { paid } of this.#entries.values()) if (paid) return true;
    return false;
  }

  /** Requests that were paid for, and that nobody has looked at since something came of them, or did not: e.g. those of a case that was changed. */
  uncounted(): readonly UncountedRequest[] {
    const found: UncountedRequest[] = [];
    for (const [asker, keys] of this.#ofAsker) {
      for (const key of keys) {
        const { state, paid, target } = this.#entries.get(key) ?? {};
        if (!paid || state === undefined || state === 'pending') continue;
        const [, content = '', n = ''] = key.slice(asker.length).split(' ');
        found.push({ id: { asker, content, n: Number(n) }, target });
      }
    }
    return found;
  }

  /** Notes that a request was paid for which is gathered for a batch: when that is never begun, nothing was taken. @throws StoreError */
  async gathered(id: PaidRequest, batch: string): Promise<void> {
    if (!id.paid) return;
    const { asker, content, n, paid } = id;
    await this.#append(paidLine({ asker, content, n, batch }, paid));
    Object.assign(this.#entry(id), { batch, paid });
  }

  /** The trial has a row. @param settled false for one that asks anew when it is run again. */
  async over(asker: string, settled: boolean): Promise<void> {
    if (!settled && this.#ofAsker.has(asker)) await this.#write({ type: 'over', asker, replies: this.#repliesSize });
    else this.#forget(asker, Infinity);
  }

  /** A comparison has all that it was to find, and its rows are stored: those of its trials do not tell which answers it is done with. */
  async compared(asker: string): Promise<void> {
    if (this.#ofAsker.has(asker)) await this.#write({ type: 'compared', asker });
    this.#forget(asker, Infinity);
  }

  async close(): Promise<void> {
    await (await this.#journal)?.close();
    await (await this.#replies)?.close();
  }

  #entry(id: RequestId): RequestEntry {
    const key = idText(id);
    let entry = this.#entries.get(key);
    if (!entry) {
      this.#entries.set(key, (entry = { state: 'again', tries: 0, batch: '', place: undefined, paid: undefined, target: undefined }));
      const known = this.#ofAsker.get(id.asker);
      if (known) known.push(key);
      else this.#ofAsker.set(id.asker, [key]);
    }
    return entry;
  }

  /** @param before Size of the replies then: what was asked at once since is of another time that the trial was run. */
  #forget(asker: string, before: number): void {
    const kept = (this.#ofAsker.get(asker) ?? []).filter((key) => {
      const { batch, place } = this.#entries.get(key) ?? {};
      if (batch === '' && place !== undefined && place.start >= before) return true;
      this.#entries.delete(key);
      return false;
    });
    if (kept.length > 0) this.#ofAsker.set(asker, kept);
    else this.#ofAsker.delete(asker);
  }

  #settled({ kind, batch, place, paid, ...id }: PlacedHead): void {
    const entry = this.#entry(id);
    if (kind === 'paid') {
      entry.batch = batch;
      entry.paid = paid;
      return;
    }
    if (kind === 'counted') {
      if (entry.batch === batch) entry.paid = undefined;
      return;
    }
    // Results that were collected twice, since the first time did not come to its end.
    const twice = entry.batch === batch && entry.state !== 'pending' && entry.place !== undefined;
    entry.batch = batch;
    entry.place = place;
    if (kind === 'again' && !twice) entry.tries += 1;
    entry.state = kind === 'again' ? 'again' : 'settled';
  }

  #apply(event: JournalEvent): void {
    switch (event.type) {
      case 'batch': {
        this.#begun += 1;
        const { type: _, ...batch } = event;
        this.#open.set(batch.name, { ...batch, handle: undefined });
        for (const id of batch.requests) {
          const entry = this.#entry(id);
          entry.state = 'pending';
          entry.paid = id.paid;
          entry.batch = batch.name;
          entry.target = batch.target;
        }
        return;
      }
      case 'submitted':
      case 'unheard': {
        const batch = this.#open.get(event.name);
        if (batch && event.type === 'submitted') batch.handle = event.handle;
        else if (batch && event.type === 'unheard') batch.unheardAt = event.at;
        return;
      }
      case 'over':
        this.#forget(event.asker, event.replies);
        return;
      case 'compared':
        // What it asked is there for whoever makes the same comparison again.
        return;
      default:
        if (event.type === 'gone') {
          this.#keepPart(event.name);
          this.#lacking.delete(event.name);
        }
        this.#close(event.name, event.type);
    }
  }

  /** What was read of a batch whose rest is gone is kept: it was paid for. */
  #keepPart(name: string): void {
    for (const head of this.#partly.get(name) ?? []) {
      const entry = this.#entries.get(idText(head));
      const isOfBatch = entry?.state === 'pending' && entry.batch === name;
      if (head.kind === 'counted' || (head.kind !== 'paid' && isOfBatch)) this.#settled(head);
    }
  }

  /** No request waits for a batch that is gone. Of one that was collected, what waits has lost its answer. */
  #close(name: string, end: 'lost' | 'full' | 'gone' | 'collected'): void {
    const batch = this.#open.get(name);
    for (const id of batch?.requests ?? []) {
      const entry = this.#entries.get(idText(id));
      if (entry?.state !== 'pending' || entry.batch !== name) continue;
      entry.state = 'again';
      // Nobody pays for what was not taken: what was paid is given back as it is asked again.
      if (end !== 'lost' && end !== 'full') entry.paid = undefined;
      if (end === 'collected') this.#lacking.add(name);
    }
    this.#open.delete(name);
    if (batch && end === 'full') this.room.refused(batch);
    if (batch && end === 'collected') this.room.taken(batch);
  }

  async #write(event: JournalEvent): Promise<void> {
    // What is on the way to a provider must be known after a loss of power too.
    this.#journal ??= openLines(journalFile(this.#options.run), { fsync: true });
    await (await this.#journal).append(journalLine(event));
    this.#apply(event);
  }

  /** @param onPlace called with its place before it is written. */
  async #append(line: string, onPlace?: (place: RequestEntry['place']) => void): Promise<void> {
    this.#replies ??= this.#openReplies();
    const replies = await this.#replies;
    const length = Buffer.byteLength(line) - 1;
    const start = this.#repliesSize;
    this.#repliesSize += length + 1;
    const written = replies.append(line);
    onPlace?.({ start, length });
    await written;
  }

  async #openReplies(): Promise<LineWriter> {
    const file = repliesFile(this.#options.run);
    const writer = await openLines(file, { fsync: false });
    this.#repliesSize = (await stat(file)).size;
    return writer;
  }

  async #read(): Promise<void> {
    const { run } = this.#options;
    const events: JournalEvent[] = [];
    for await (const event of readJournal(run)) events.push(event);
    const heads = new Map<string, PlacedHead[]>();
    for await (const { text, start, length } of wholeLines(repliesFile(run))) {
      const head = outcomeHead(text);
      const ofBatch = heads.get(head?.batch ?? '') ?? [];
      if (head) heads.set(head.batch, ofBatch);
      if (head) ofBatch.push({ ...head, place: { start, length }, ...(head.kind === 'paid' ? { paid: paidAmount(text) } : {}) });
      this.#repliesSize = start + length + 1;
    }
    // The replies of a batch count from the event on that says that they are all there.
    const settle = (batch: string): void => heads.get(batch)?.forEach((head) => head.kind === 'paid' || this.#settled(head));
    const gathered = new Set(heads.keys());
    this.#partly = heads;
    settle('');
    for (const event of events) {
      // What its requests were paid for with is in the journal too.
      if (event.type === 'batch') gathered.delete(event.name);
      if (event.type === 'collected') settle(event.name);
      this.#apply(event);
      if (event.type === 'lost' || event.type === 'full') heads.get(event.name)?.filter(({ kind }) => kind === 'counted').forEach((head) => this.#settled(head));
    }
    gathered.delete('');
    this.#settleGathered(heads, gathered);
    this.#partly = new Map([...heads].filter(([batch]) => this.#open.has(batch)));
  }

  /** What was gathered for batches that were never begun counts where nothing was asked since. */
  #settleGathered(heads: ReadonlyMap<string, readonly PlacedHead[]>, gathered: ReadonlySet<string>): void {
    if (gathered.size === 0) return;
    const last = new Map<string, PlacedHead>();
    for (const ofBatch of heads.values()) {
      for (const head of ofBatch) {
        const text = idText(head);
        if (head.kind === 'paid' && (last.get(text)?.place?.start ?? -1) < (head.place?.start ?? 0)) last.set(text, head);
      }
    }
    for (const batch of gathered) {
      for (const head of heads.get(batch) ?? []) {
        const text = idText(head);
        if (last.get(text)?.batch === batch && (this.#entries.get(text)?.state ?? 'again') === 'again') this.#settled(head);
      }
    }
  }
}

type PlacedHead = OutcomeHead & { readonly place: RequestEntry['place']; readonly paid?: PaidAmount | undefined };
