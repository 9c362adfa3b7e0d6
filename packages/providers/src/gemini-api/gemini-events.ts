import { parseJson } from '@assay/schema';
import { createParser } from 'eventsource-parser';

/** With this some proxies end a stream, as other APIs do. */
const END = '[DONE]';

function parsed(data: string): unknown {
  return parseJson(data);
}

function parsedOrNone(data: string): readonly unknown[] {
  try {
    return [parsed(data)];
  } catch {
    return [];
  }
}

/**
 * The values that a stream of events holds. The last one may lack its empty line; if it is cut off, it is
 * no event.
 * @throws SyntaxError for an event that is no JSON.
 */
export async function* geminiEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const arrived: string[] = [];
  const parser = createParser({
    onEvent({ data }) {
      if (data.trim() !== END) arrived.push(data);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const data of arrived.splice(0)) yield parsed(data);
  }
  parser.feed('\n\n');
  for (const data of arrived) yield* parsedOrNone(data);
}
