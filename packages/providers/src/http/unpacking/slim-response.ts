import { Readable } from 'node:stream';
import { isError, isTextDeeper, MAX_JSON_DEPTH, parseJson } from '@assay/schema';
import { readText } from '../../reply-size/read-text.js';
import type { ReplyBounds } from '../../reply-size/reply-bounds.js';
import { ReplyMeter } from '../../reply-size/reply-meter.js';
import { ReplyTooLarge } from '../../reply-size/reply-too-large.js';
import { toldLimits } from '../limits/told-limits.js';
import { SlimHeaders } from '../slim-headers.js';
import { packingError, packingsOf, UnreadablePacking, unpacked } from './unpacked.js';

export interface ReplyHead {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Headers that say nothing about the reply. The SDKs go through all headers of every reply. */
const OF_THE_CONNECTION = new Set(['connection', 'content-encoding', 'date', 'keep-alive', 'transfer-encoding']);

/** How much longer a stream of events may be than what it says: each piece comes in an envelope. */
const ENVELOPES = 16;

function headersOf(head: ReplyHead, packed: boolean): SlimHeaders {
  const headers = new SlimHeaders();
  // A wait until some moment is one by the clock of the server.
  const timed = head.headers['retry-after'] !== undefined;
  for (const [name, value] of Object.entries(head.headers)) {
    if (value === undefined || (OF_THE_CONNECTION.has(name) && !(timed && name === 'date')) || (packed && name === 'content-length')) continue;
    for (const single of typeof value === 'string' ? [value] : value) headers.append(name, single);
  }
  return headers;
}

/** The pieces of a stream of events. What they say is counted where it is put together; here they only have to end. */
async function* pieces(body: Readable, { mostBytes }: ReplyBounds): AsyncGenerator<Uint8Array> {
  const meter = new ReplyMeter({ mostBytes: ENVELOPES * mostBytes, memory: undefined }, 'the stream of the reply');
  try {
    for await (const chunk of body) {
      const piece = chunk as Buffer;
      await meter.add(piece.length);
      yield piece;
    }
  } catch (error) {
    throw packingError(error);
  }
}

async function bodyText(body: Readable, meter: ReplyMeter): Promise<string> {
  try {
    const { text, garbled } = await readText(body, meter);
    meter.garbled ||= garbled;
    // The mark that some servers begin with is no part of the text.
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  } catch (error) {
    throw packingError(error);
  }
}

/** How long a server has for the words of an error, in milliseconds: its status has said already that there is no reply. */
const WORDS_MS = 2_000;
/** In place of words that cannot be had. */
const UNREAD = '(its body could not be read)';

/** The words of an error, if they can be had. @param raw what they come from, as it was sent */
async function failureText(body: Readable, raw: Readable, meter: ReplyMeter): Promise<string> {
  // Else the status, and the wait that it may name, would be lost to a body without an end.
  const late = setTimeout(() => {
    body.destroy();
    raw.destroy();
  }, WORDS_MS);
  try {
    const text = await bodyText(body, meter);
    return isTextDeeper(text, MAX_JSON_DEPTH) ? UNREAD : text;
  } catch (error) {
    if (error instanceof ReplyTooLarge || (isError(error) && error.name === 'AbortError')) throw error;
    return UNREAD;
  } finally {
    clearTimeout(late);
    meter.end();
  }
}

/** A class, since an object with a getter of its own costs dozens of times as much, and every reply is one. */
class SlimResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly #head: ReplyHead;
  readonly #body: Readable;
  readonly #bounds: ReplyBounds;
  readonly #meter: ReplyMeter | undefined;
  readonly #packed: boolean;
  /** What the body says of an error. */
  readonly #failure: string | undefined;
  #headers: SlimHeaders | undefined;

  constructor(head: ReplyHead, read: { readonly body: Readable; readonly bounds: ReplyBounds; readonly meter: ReplyMeter | undefined; readonly packed: boolean; readonly failure: string | undefined }) {
    this.url = head.url;
    this.status = head.status;
    this.statusText = head.statusText;
    this.ok = isGood(head);
    this.#head = head;
    this.#body = read.body;
    this.#bounds = read.bounds;
    this.#meter = read.meter;
    this.#packed = read.packed;
    this.#failure = read.failure;
  }

  /** Of most replies nobody looks at them. */
  get headers(): SlimHeaders {
    return (this.#headers ??= headersOf(this.#head, this.#packed));
  }

  get body() {
    const body = this.#body;
    return { [Symbol.asyncIterator]: () => pieces(body, this.#bounds), cancel: async () => void body.destroy() };
  }

  async text(): Promise<string> {
    return this.#failure ?? bodyText(this.#body, this.#meter ?? new ReplyMeter(this.#bounds));
  }

  async json(): Promise<unknown> {
    return parseJson(await this.text());
  }
}

function isGood({ status }: ReplyHead): boolean {
  return status >= 200 && status < 300;
}

/** In place of an error whose packing is not known: its status has said what matters. */
function nothingUnpacked(error: unknown): Readable {
  if (error instanceof UnreadablePacking) return Readable.from([Buffer.from(UNREAD)]);
  throw error;
}

/**
 * As much of a `Response` as the SDKs use, without the streams that a real one would set up: unpacked, and
 * read no further than the bounds say. The body of an error is read before, since SDKs keep to themselves
 * what goes wrong with it.
 * @param own Counts what is kept of the body, gets what the headers say of limits, and is ended by whoever sent the request.
 * @throws ReplyTooLarge, UnreadablePacking (of a good reply)
 */
export async function slimResponse(head: ReplyHead, raw: Readable, bounds: ReplyBounds, own?: ReplyMeter): Promise<Response> {
  if (own) own.rateLimits = toldLimits(head.headers);
  const packings = packingsOf(head.headers['content-encoding']);
  const packed = packings.length > 0;
  const unpack = async (): Promise<Readable> => (packed ? unpacked(raw, packings, ENVELOPES * bounds.mostBytes) : raw);
  const body = isGood(head) ? await unpack() : await unpack().catch(nothingUnpacked);
  const failure = isGood(head) ? undefined : await failureText(body, raw, new ReplyMeter(bounds, `the body of the reply with HTTP status ${head.status}`));
  return new SlimResponse(head, { body, bounds, meter: own, packed, failure }) as unknown as Response;
}

/** Headers of a request as a plain object. */
export function plainHeaders({ headers = {} }: RequestInit): Record<string, string> {
  return Symbol.iterator in headers ? Object.fromEntries(new SlimHeaders(headers as Iterable<[string, string]>)) : { ...(headers as Record<string, string>) };
}
