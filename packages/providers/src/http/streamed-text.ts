import { isUtf8 } from 'node:buffer';
import type { ReplyMeter } from '../reply-size/reply-meter.js';

/** Where the letter begins that the bytes end in the middle of; their length where they do not. */
function endOfLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes.at(-back) ?? 0;
    // One that goes on a letter.
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The pieces of a body as text, without the mark that some begin with. The meter takes note of what is no UTF-8. */
export async function* streamedText(body: AsyncIterable<Uint8Array>, meter: ReplyMeter): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: Uint8Array = new Uint8Array();
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    const end = endOfLetters(bytes);
    // A server may mean the sign itself.
    if (text.includes('\uFFFD') && !isUtf8(bytes.subarray(0, end))) meter.garbled = true;
    begun = bytes.subarray(end);
    yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') meter.garbled = true;
  yield rest;
}
