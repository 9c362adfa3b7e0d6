/** Names, ids and comments of events, and the mark with which some proxies end a stream. */
const PASSED_OVER = /^(?:(?:event|id|retry)?:|data: ?\[DONE\])/u;

/**
 * The lines of an event stream that hold data. Google sends no others, and its SDK loses an event
 * that has more; proxies do send them.
 */
export async function* eventLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const kept = lines.filter((line) => !PASSED_OVER.test(line));
    yield encoder.encode(kept.map((line) => `${line}\n`).join(''));
  }
  // Whatever is left is an event that was cut off: the SDK says so.
  if (rest !== '') yield encoder.encode(rest);
}
