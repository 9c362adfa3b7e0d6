import type * as zlibModule from 'node:zlib';
import { PassThrough, pipeline, Transform, type Duplex, type Readable } from 'node:stream';
import { isError } from '@assay/schema';
import { ReplyTooLarge } from '../../reply-size/reply-too-large.js';
import { gunzipped } from './gunzipped.js';

/** A reply is packed in a way that cannot be read, or not as it says. */
export class UnreadablePacking extends Error {
  /** Whether it may be whole at the next try. */
  readonly retryable: boolean;

  constructor(message: string, { retryable, cause }: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.name = 'UnreadablePacking';
    this.retryable = retryable;
  }
}

const OF_UNPACKING = /^(?:Z_|ZSTD_|ERR__|ERR_BROTLI)/u;

/** What went wrong while a body was read, in words where that was its packing. */
export function packingError(error: unknown): unknown {
  if (!isError(error) || !('code' in error) || !OF_UNPACKING.test(String(error.code))) return error;
  return new UnreadablePacking(`the compressed reply is damaged: ${error.message}`, { retryable: true, cause: error });
}

type Zlib = typeof zlibModule;

/** Zlib's own header begins with its method, 8; servers also send the bare stream. */
const METHOD_MASK = 0x0f;
const METHOD = 8;

/** More than one is unusual, and many would be work without end. */
const MOST_PACKINGS = 3;

/** Both kinds of `deflate` are distinguished by their first byte. */
function inflated(body: Readable, zlib: Zlib): Readable {
  const out = new PassThrough();
  const ended = (): unknown => out.end();
  const closed = (): unknown => out.destroy();
  body.once('data', (first: Buffer) => {
    body.off('end', ended).off('close', closed).pause();
    body.unshift(first);
    const bare = ((first[0] ?? 0) & METHOD_MASK) !== METHOD;
    pipeline(body, bare ? zlib.createInflateRaw() : zlib.createInflate(), out, () => undefined);
  });
  body.once('end', ended).once('close', closed).once('error', (error) => out.destroy(error));
  return out;
}

function through(body: Readable, unpacker: Duplex | undefined): Readable | undefined {
  if (unpacker) pipeline(body, unpacker, () => undefined);
  return unpacker;
}

/** Undefined for a packing that is not known. */
function unpack(packing: string, body: Readable, zlib: Zlib): Readable | undefined {
  if (packing === 'gzip' || packing === 'x-gzip') return gunzipped(body, zlib);
  if (packing === 'deflate') return inflated(body, zlib);
  if (packing === 'br') return through(body, zlib.createBrotliDecompress());
  // Newer versions of Node have it.
  if (packing === 'zstd') return through(body, (zlib as Zlib & { createZstdDecompress?: () => Duplex }).createZstdDecompress?.());
  return undefined;
}

/** A packing may go on for ever and hold nothing. */
function bounded(body: Readable, mostBytes: number): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) done(new ReplyTooLarge(mostBytes, 'the compressed reply'));
      else done(null, chunk);
    },
  });
  pipeline(body, counter, () => undefined);
  return counter;
}

function refused(body: Readable, how: string): UnreadablePacking {
  body.on('error', () => undefined).destroy();
  return new UnreadablePacking(`the reply is compressed ${how}`, { retryable: false });
}

/** The names of the packings of a body, the outermost last. */
export function packingsOf(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  const names = (typeof header === 'string' ? header : header.join(',')).split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/**
 * The body of a reply as it was before the server packed it, asked or not. Nothing is unpacked before it is read. What
 * stands behind a packing that is complete is not read.
 * @param mostBytes Most that is read of it as it came.
 * @throws UnreadablePacking for one that is not known.
 */
export async function unpacked(body: Readable, packings: readonly string[], mostBytes: number): Promise<Readable> {
  if (packings.length > MOST_PACKINGS) throw refused(body, `${packings.length} times over`);
  const zlib = await import('node:zlib');
  let stream = bounded(body, mostBytes);
  for (const packing of packings.toReversed()) {
    const inside = unpack(packing, stream, zlib);
    if (!inside) throw refused(body, `with ${packing.length > 40 ? `${packing.slice(0, 40)}…` : packing}, which cannot be read`);
    stream = inside;
  }
  stream.once('end', () => body.readableEnded || body.destroy());
  return stream;
}
