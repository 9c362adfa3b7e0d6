import { expect, test } from 'vitest';
import { GatheredBytes } from './gathered-bytes.js';

function gathered(bytes: GatheredBytes, text: string, piece: number): string {
  const whole = Buffer.from(text);
  for (let start = 0; start < whole.length; start += piece) bytes.add(whole.subarray(start, start + piece));
  const result = bytes.text();
  bytes.clear();
  return result;
}

test.each([1_000, 65_536, 65_537, 262_144, 262_145, 1_000_003])('%d bytes are the same in any pieces, again and again', (size) => {
  const text = Array.from({ length: Math.ceil(size / 7) }, (_, index) => `${index}`.padStart(7, 'x')).join('').slice(0, size);
  const bytes = new GatheredBytes();
  for (const piece of [999, 65_536, 300_000]) expect(gathered(bytes, text, piece)).toBe(text);
});

test('nothing is nothing', () => {
  expect(new GatheredBytes().text()).toBe('');
});
