import { isJsonObject } from '@assay/schema';
import type { ReplyMeter } from '../reply-size/reply-meter.js';
import { badReply, reportedError, type CallContext } from './errors/api-error.js';
import { jsonReply, otherKind } from './json-reply.js';
import { serverEvents, type ServerEvent } from './server-events.js';
import { streamedText } from './streamed-text.js';
import { statedError } from '../replies/stated-error.js';

/** Turns the events of a stream into the reply that would have come without streaming. */
export type Assemble = (events: AsyncIterable<unknown>, meter: ReplyMeter) => Promise<unknown>;

export interface StreamReading {
  readonly context: CallContext;
  readonly meter: ReplyMeter;
  readonly assemble: Assemble;
  /** Whether an event is the last one, in formats that have one. */
  readonly isLast?: ((event: unknown) => boolean) | undefined;
}

/** With this most servers end a stream, after the last event of its format. */
const END = '[DONE]';
/** For how long a connection may stay open after the end was announced, in milliseconds: nothing more is to come. */
const LINGER_MS = 1_000;

/** Up to the first piece that is more than blanks; undefined when there is none. */
async function begin(pieces: AsyncIterator<string>, meter: ReplyMeter): Promise<string | undefined> {
  let text = '';
  for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
    text += piece.value;
    if (/\S/u.test(piece.value)) return text;
    await meter.hold(text.length);
  }
  return undefined;
}

/** Errors take the place of events, or are events by a name of their own. */
function refuseError({ name, value }: { readonly name: string | undefined; readonly value: unknown }, context: CallContext): void {
  const said = statedError(value);
  if (said !== undefined) throw reportedError(said, context);
  if (name === 'error' || (isJsonObject(value) && value['object'] === 'error')) throw reportedError(value, context);
}

/** The values of the events, to the end of the stream or to the one that is named. */
async function* valuesOf(events: AsyncIterable<ServerEvent>, response: Response, { context, isLast }: StreamReading): AsyncGenerator<unknown> {
  let ended: NodeJS.Timeout | undefined;
  try {
    for await (const { name, data } of events) {
      // Whatever comes now is no part of the reply; reading on keeps the connection for the next request.
      if (ended) continue;
      const told = data.trim() === END;
      if (!told) {
        const value = jsonReply(data, context);
        refuseError({ name, value }, context);
        yield value;
        if (!isLast?.(value)) continue;
      }
      ended = setTimeout(() => void response.body?.cancel(), LINGER_MS);
    }
  } catch (error) {
    if (!ended) throw error;
  } finally {
    clearTimeout(ended);
  }
}

async function* values(list: readonly unknown[]): AsyncGenerator<unknown> {
  yield* list;
}

/** The rest of a reply that came in one piece all the same. */
async function wholeReply(begun: string, pieces: AsyncIterable<string>, { context, meter, assemble }: StreamReading): Promise<unknown> {
  const parts = [begun];
  let length = begun.length;
  for await (const piece of pieces) {
    length += piece.length;
    await meter.hold(length);
    parts.push(piece);
  }
  const reply = jsonReply(parts.join(''), context);
  return Array.isArray(reply) ? assemble(values(reply), meter) : reply;
}

/**
 * The reply to a request for a stream. Servers that know no streams answer in one piece: that is their reply.
 * @throws ProviderError, and what `assemble` throws; SyntaxError, JsonBoundsError for an event that cannot be read.
 * @throws ReplyTooLarge for an event, or a reply, that is longer than a reply may be.
 */
export async function streamedReply(response: Response, reading: StreamReading): Promise<unknown> {
  const { context, meter } = reading;
  const pieces = streamedText((response.body ?? []) as AsyncIterable<Uint8Array>, meter);
  const begun = await begin(pieces, meter);
  if (begun === undefined) throw badReply('the reply is empty', context);
  if (/^\s*[[{]/u.test(begun)) return wholeReply(begun, pieces, reading);
  if (/^\s*</u.test(begun)) {
    await pieces.return(undefined);
    throw badReply(`the reply is ${otherKind(begun) ?? 'neither JSON nor a stream of events'}`, context);
  }
  return reading.assemble(valuesOf(serverEvents(begun, pieces, meter), response, reading), meter);
}
