import { createParser } from 'eventsource-parser';
import type { ReplyMeter } from '../reply-size/reply-meter.js';

/** An event as it was sent. */
export interface ServerEvent {
  /** Undefined for the many that have none. */
  readonly name: string | undefined;
  readonly data: string;
}

/** Ends of lines, so that what is pending becomes an event. A bare return could still be one half of two. */
const LAST_LINES = '\n\n';

function isWhole({ data }: ServerEvent): boolean {
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}

/**
 * The events of a stream, as the standard of server-sent events has them. The last one may lack its empty
 * line; if it is cut off, it is no event.
 * @param begun The first piece of the stream, which has been read already.
 * @throws ReplyTooLarge for an event that is longer than a reply may be.
 */
export async function* serverEvents(begun: string, pieces: AsyncIterable<string>, meter: ReplyMeter): AsyncGenerator<ServerEvent> {
  const arrived: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event: name, data }) => arrived.push({ name, data }) });
  let pending = 0;
  const fed = (piece: string): readonly ServerEvent[] => {
    parser.feed(piece);
    return arrived.splice(0);
  };
  yield* fed(begun);
  for await (const piece of pieces) {
    const events = fed(piece);
    pending = events.length > 0 ? 0 : pending + piece.length;
    await meter.hold(pending);
    yield* events;
  }
  yield* fed(LAST_LINES).filter((event) => event.data.trim() === '[DONE]' || isWhole(event));
}
