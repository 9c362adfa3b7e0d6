import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bodyOf, PACKINGS, read, TEXT } from '../../../test/packed-bodies.js';

describe('unpacked', () => {
  test('a body that goes on behind its packing, or packs nothing for ever, is read no further', async () => {
    function* endless(head: Buffer, piece: Buffer): Generator<Buffer> {
      yield head;
      for (;;) yield piece;
    }
    for (const [name, pack] of PACKINGS) {
      const body = bodyOf(endless(pack(TEXT), Buffer.alloc(65_536, 'x')));
      expect(await read(body, [name])).toBe(TEXT);
      await new Promise((resolve) => setImmediate(resolve));
      expect(body.destroyed).toBe(true);
    }
    // A name of a file without an end, and empty members.
    const named = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
    for (const [head, piece] of [[named, Buffer.alloc(65_536, 'n')], [gzipSync(''), gzipSync('')]] as const) {
      const body = bodyOf(endless(head, piece));
      await expect(read(body, ['gzip'], 100_000)).rejects.toThrow('the compressed reply is larger than');
      expect(body.destroyed).toBe(true);
    }
  });
});
