import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedLines, type BoundedLine } from './bounded-lines.js';

async function linesOf(chunks: readonly Uint8Array[], longest = 1000): Promise<BoundedLine[]> {
  const lines: BoundedLine[] = [];
  for await (const line of boundedLines(Readable.from(chunks), longest)) lines.push(line);
  return lines;
}

test('lines come out whole however they arrive, with their numbers', async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '"') }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 7 }), async (lines, ending, size) => {
      const bytes = Buffer.from(lines.join(ending));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
      const wanted = lines.map((text, index) => ({ number: index + 1, text })).filter(({ text }) => text.trim() !== '');
      expect(await linesOf(chunks)).toEqual(wanted);
    }),
    { numRuns: 50 },
  );
});

test('a line that is too long costs itself', async () => {
  const parts = ['a\n', 'x'.repeat(20), 'x'.repeat(20), '\nb\n', 'y'.repeat(40)].map((text) => Buffer.from(text));
  expect(await linesOf(parts, 30)).toEqual([{ number: 1, text: 'a' }, { number: 2, text: undefined }, { number: 3, text: 'b' }, { number: 4, text: undefined }]);
});
