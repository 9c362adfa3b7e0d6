import { describe, expect, test } from 'vitest';
import { holds, shortened } from './long-searches.js';

/** All texts of up to so many letters of an alphabet of two. */
function texts(length: number): string[] {
  return length === 0 ? [''] : texts(length - 1).flatMap((text) => (text.length === length - 1 ? [text, `${text}a`, `${text}b`] : [text]));
}

const PARTS = texts(4).filter((part) => part !== '');

describe('one text in another is found where the engine finds it', () => {
  test.each(PARTS)('%s', (part) => {
    for (const text of texts(7)) {
      expect(holds(text, part)).toBe(text.includes(part));
      const all = shortened(text, part, 'all');
      expect(all.text.split(all.part)).toEqual(text.split(part));
      const first = shortened(text, part, 'first');
      expect(first.text.replace(first.part, 'x')).toBe(text.replace(part, 'x'));
      const last = shortened(text, part, 'last');
      const place = text.lastIndexOf(part);
      expect([last.text.lastIndexOf(last.part), last.text.length]).toEqual([place, place === -1 ? text.length : text.length - part.length + 1]);
    }
  });
});

test('what stands for the part is in neither text', () => {
  const text = 'a\ue000\ue001b';
  expect(shortened(text, '\ue000', 'all')).toEqual({ text: 'a\ue002\ue001b', part: '\ue002' });
});
