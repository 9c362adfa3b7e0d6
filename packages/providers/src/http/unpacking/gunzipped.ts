import type * as zlibModule from 'node:zlib';
import { Readable } from 'node:stream';

type Zlib = typeof zlibModule;

const MAGIC = 0x1f8b;
const METHOD = 8;
/** Magic, method, flags, time, and two bytes about who packed it. */
const FIXED_BYTES = 10;
const FLAGS_AT = 3;
/** What the flags say stands behind that, in this order. */
const FLAG = { extra: 4, name: 8, comment: 16, headerCheck: 2, unknown: 0xe0 } as const;

function damaged(message: string): Error {
  return Object.assign(new Error(message), { code: 'Z_DATA_ERROR' });
}

/** A stream by counts of bytes. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer[] = [];

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  /** What there is; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const kept = this.#rest.shift();
    if (kept) return kept;
    const { value, done } = await this.#source.next();
    return done === true ? undefined : value;
  }

  unread(bytes: Buffer): void {
    if (bytes.length > 0) this.#rest.unshift(bytes);
  }

  /** So many bytes, or fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      const piece = await this.next();
      if (!piece) break;
      pieces.push(piece.subarray(0, missing));
      this.unread(piece.subarray(missing));
      missing -= Math.min(missing, piece.length);
    }
    return Buffer.concat(pieces);
  }

  /** @throws for fewer. */
  async need(count: number): Promise<Buffer> {
    const bytes = await this.take(count);
    if (bytes.length < count) throw damaged('unexpected end of file');
    return bytes;
  }

  /** Up to a zero, and that too. */
  async skipText(): Promise<void> {
    for (let piece = await this.next(); piece; piece = await this.next()) {
      const end = piece.indexOf(0);
      if (end === -1) continue;
      this.unread(piece.subarray(end + 1));
      return;
    }
    throw damaged('unexpected end of file');
  }
}

/** Whether another member begins here, and past its header if so. */
async function skipHeader(bytes: ByteReader, first: boolean): Promise<boolean> {
  const start = await bytes.take(FIXED_BYTES);
  const begins = start.length > 2 && start.readUInt16BE(0) === MAGIC && start[2] === METHOD;
  if (!begins && !first) return false;
  const flags = start[FLAGS_AT] ?? 0;
  if (!begins || (flags & FLAG.unknown) !== 0) throw damaged(start.length < FIXED_BYTES ? 'unexpected end of file' : 'incorrect header check');
  if (start.length < FIXED_BYTES) throw damaged('unexpected end of file');
  if ((flags & FLAG.extra) !== 0) await bytes.need((await bytes.need(2)).readUInt16LE(0));
  if ((flags & FLAG.name) !== 0) await bytes.skipText();
  if ((flags & FLAG.comment) !== 0) await bytes.skipText();
  if ((flags & FLAG.headerCheck) !== 0) await bytes.need(2);
  return true;
}

function write(inflater: zlibModule.InflateRaw, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    inflater.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes until the inflater has had enough; what it did not take goes back. */
async function feed(bytes: ByteReader, inflater: zlibModule.InflateRaw): Promise<void> {
  try {
    let fed = 0;
    for (let chunk = await bytes.next(); chunk; chunk = await bytes.next()) {
      fed += chunk.length;
      await write(inflater, chunk);
      const left = fed - inflater.bytesWritten;
      if (left > 0) return bytes.unread(chunk.subarray(chunk.length - left));
    }
    inflater.end();
  } catch (error) {
    inflater.destroy(error as Error);
  }
}

async function* members(body: Readable, zlib: Zlib): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const bytes = new ByteReader(source);
  try {
    for (let first = true; await skipHeader(bytes, first); first = false) {
      const inflater = zlib.createInflateRaw();
      const fed = feed(bytes, inflater);
      let check = 0;
      let size = 0;
      for await (const piece of inflater as AsyncIterable<Buffer>) {
        check = zlib.crc32(piece, check);
        size += piece.length;
        yield piece;
      }
      await fed;
      const trailer = await bytes.need(8);
      if (trailer.readUInt32LE(0) !== check) throw damaged('incorrect data check');
      if (trailer.readUInt32LE(4) !== size % 2 ** 32) throw damaged('incorrect length check');
    }
  } finally {
    await source.return?.();
  }
}

/**
 * What was packed by gzip, once or in several members. Bytes behind the last one that begin no other are no part of it:
 * browsers and other clients pass over them too, where the unpacker of Node gives up and with it the end of what it had.
 */
export function gunzipped(body: Readable, zlib: Zlib): Readable {
  return Readable.from(members(body, zlib), { objectMode: false });
}
