/** JSON as it goes over the wire. */
export type Json = Readonly<Record<string, unknown>>;

/** A request to a model, alone or out of a batch. */
export interface ModelRequest {
  readonly model: string;
  /** Everything that was said, as one text. */
  readonly text: string;
  readonly body: Json;
  /** Number of the batch that it came in, counted from 1; undefined for one that came alone. */
  readonly batch: number | undefined;
}

/** What becomes of a request: a reply with this text, an error with a status, or no answer in time. */
export type BatchAnswer = string | { readonly status: number; readonly message?: string } | 'EXPIRED';

/** A request of a batch. */
export interface Item {
  readonly id: string;
  readonly body: Json;
}

/** A batch, as far as it has come. */
export interface Batch {
  readonly number: number;
  readonly id: string;
  readonly items: readonly Item[];
  readonly metadata: Json;
  readonly createdAt: number;
  cancelled: boolean;
  /** Whether somebody has looked at it. */
  seen: boolean;
  ended: boolean;
  errors: readonly Json[];
  results: readonly (readonly [Item, BatchAnswer | 'CANCELLED'])[];
}

export interface BatchBookOptions {
  readonly answer: (request: ModelRequest) => BatchAnswer;
  /** Whether a batch has ended, asked whenever somebody looks. Default: always. */
  readonly done?: ((batch: number) => boolean) | undefined;
  /**
   * Why a batch fails as a whole, when it is first looked at: as OpenAI lists it.
   * @param requests that are under way then, those of the batch included.
   */
  readonly failure?: ((batch: number, requests: number) => { readonly code: string; readonly message: string; readonly line?: number } | undefined) | undefined;
}

function textOf(body: Json): string {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as Json[]) : [];
  return [body['system'], ...messages.map(({ content }) => content)].map((part) => (typeof part === 'string' ? part : part === undefined ? '' : JSON.stringify(part))).join('\n');
}

/** The batches of a server, whatever their API is. */
export class BatchBook {
  /** What models were asked, in batches and alone. */
  readonly asked: ModelRequest[] = [];
  readonly batches: Batch[] = [];
  readonly #options: BatchBookOptions;

  constructor(options: BatchBookOptions) {
    this.#options = options;
  }

  /** Asks the model at once. */
  ask(body: Json, batch?: number): BatchAnswer {
    const request = { model: String(body['model']), text: textOf(body), body, batch };
    this.asked.push(request);
    return this.#options.answer(request);
  }

  add(items: readonly Item[], metadata: Json, errors: readonly Json[]): Batch {
    const number = this.batches.length + 1;
    const batch: Batch = { number, id: `batch_${number}`, items, metadata, createdAt: Date.now(), cancelled: false, seen: false, ended: false, errors, results: [] };
    this.batches.push(batch);
    return batch;
  }

  /** A batch after somebody looked at it, which may be its end. */
  look(batch: Batch): Batch {
    const { done } = this.#options;
    if (batch.ended || this.#fails(batch) || !(batch.cancelled || (done?.(batch.number) ?? true))) return batch;
    batch.ended = true;
    if (batch.errors.length === 0) batch.results = batch.items.map((item) => [item, batch.cancelled ? 'CANCELLED' : this.ask(item.body, batch.number)] as const).toReversed();
    return batch;
  }

  #fails(batch: Batch): boolean {
    if (batch.seen) return false;
    batch.seen = true;
    const requests = this.batches.reduce((sum, { seen, ended, items }) => sum + (seen && !ended ? items.length : 0), 0);
    const failed = this.#options.failure?.(batch.number, requests);
    if (!failed) return false;
    batch.errors = [failed];
    batch.ended = true;
    return true;
  }

  /** Some of the batches, the newest first. */
  page(search: URLSearchParams, encode: (batch: Batch) => Json): Json {
    const limit = Number(search.get('limit') ?? 20);
    const after = search.get('after') ?? search.get('after_id');
    const newest = this.batches.toReversed();
    const start = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    return { data: newest.slice(start, start + limit).map(encode), has_more: start + limit < newest.length };
  }
}
