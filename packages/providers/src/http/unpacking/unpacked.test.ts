import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyOf, PACKINGS, read, TEXT } from '../../../test/packed-bodies.js';
import { packingError, UnreadablePacking } from './unpacked.js';

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const failure = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise;
  } catch (error) {
    return packingError(error);
  }
};

/** The same with a name, a comment, another field and a check of the header, as few write it. */
function withFullHeader(text: string): Buffer {
  const plain = gzipSync(text);
  const header = Buffer.from(plain.subarray(0, 10));
  header[3] = 2 + 4 + 8 + 16;
  const fields = Buffer.concat([Buffer.from([3, 0]), Buffer.from('abc'), Buffer.from('name.json\0'), Buffer.from('comment\0'), Buffer.from([0, 0])]);
  return Buffer.concat([header, fields, plain.subarray(10)]);
}

describe('unpacked', () => {
  const behind: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    'a new line': Buffer.from('\r\n'),
    zeros: Buffer.alloc(512),
    'half a header': Buffer.from([0x1f, 0x8b]),
    'a text that is longer than a piece': Buffer.alloc(300_000, 'x'),
  };

  test.each(Object.entries(behind))('%s behind a complete packing is no part of it', async (_title, tail) => {
    for (const [name, pack] of PACKINGS) {
      const packed = pack(TEXT);
      for (const pieces of [[Buffer.concat([packed, tail])], [packed, tail], cut(Buffer.concat([packed, tail]), 1_021)]) {
        expect(await read(bodyOf([...pieces].filter(({ length }) => length > 0)), [name])).toBe(TEXT);
      }
    }
  });

  test('several members of gzip are one body, and every field of a header is passed over', async () => {
    const packed = Buffer.concat([gzipSync('first, '), withFullHeader('second, '), gzipSync(''), gzipSync('third'), Buffer.from('garbage')]);
    for (const size of [1, 7, 10_000]) expect(await read(bodyOf(cut(packed, size)), ['gzip'])).toBe('first, second, third');
  });

  test('what is cut off or changed anywhere is an error that may pass', async () => {
    for (const [name, pack] of PACKINGS) {
      const packed = pack(TEXT);
      for (const keep of [1, 5, 12, Math.floor(packed.length / 2), packed.length - 5, packed.length - 1]) {
        // The check of zlib stands at its end, and bare streams end with a few bits.
        if (name === 'deflate' && packed.length - keep < 5) continue;
        expect(await failure(read(bodyOf([packed.subarray(0, keep)]), [name])), `${name}, ${keep}`).toMatchObject({ name: 'UnreadablePacking', retryable: true });
      }
    }
    for (const at of [0, 2, 3, 20_000, -8, -1]) {
      const packed = gzipSync(TEXT, { level: 0 });
      const place = (at + packed.length) % packed.length;
      packed[place] = (packed[place] ?? 0) ^ 0xe1;
      expect(await failure(read(bodyOf([packed]), ['gzip'])), String(at)).toBeInstanceOf(UnreadablePacking);
    }
  });

  test.each([['gzip, gzip', ['gzip', 'gzip']], ['br in gzip', ['br', 'gzip']]])('%s', async (_title, packings) => {
    const packed = packings.reduce((bytes, name) => (name === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes)), Buffer.from(TEXT));
    expect(await read(bodyOf([packed, Buffer.from('garbage')]), packings)).toBe(TEXT);
  });

  test.each([[['rot13'], 'with rot13'], [['compress'], 'with compress'], [['gzip', 'gzip', 'gzip', 'gzip'], '4 times over']])('%j is refused', async (packings, how) => {
    const body = bodyOf([gzipSync(TEXT)]);
    await expect(read(body, packings)).rejects.toThrow(`the reply is compressed ${how}`);
    expect(body.destroyed).toBe(true);
  });
});
