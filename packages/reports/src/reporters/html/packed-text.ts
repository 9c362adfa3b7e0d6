import { Readable } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';

/** Bytes that become whole characters of base64. */
const TRIPLET = 3;

/** A text as base64 of gzip. */
export async function packedText(text: string): Promise<string> {
  return (await promisify(gzip)(text)).toString('base64');
}

/** Pieces of a text as base64 of gzip, piece by piece. */
export async function* packedPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const packed = Readable.from(pieces).pipe(createGzip());
  let rest = Buffer.alloc(0);
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % TRIPLET);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
