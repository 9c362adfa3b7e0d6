import { describe, expect, test } from 'vitest';
import { holds, shortened } from './long-searches.js';

/** All texts of up to so many letters of an alphabet of two. */
function texts(length: number): string[] {
  return length === 0 ? [''] : texts(length - 1).flatMap((text) => (text.length === length - 1 ? [text, `${text}a`, `${text}b`] : [text]));
}

const PARTS = texts(4).filter((part) => part !== '');

describe('one text in another is found where the engine finds it', () => {
  test.each(PARTS)('%s', (part) => {
    const found = texts(7).map((text) => {
      const all = shortened(text, part, 'all');
      const first = shortened(text, part, 'first');
      const last = shortened(text, part, 'last');
      return [text, holds(text, part), all.text.split(all.part), first.text.replace(first.part, 'x'), last.text.lastIndexOf(last.part), last.text.length];
    });
    expect(found).toEqual(
      texts(7).map((text) => {
        const place = text.lastIndexOf(part);
        return [text, text.includes(part), text.split(part), text.replace(part, 'x'), place, place === -1 ? text.length : text.length - part.length + 1];
      }),
    );
  });
});

test('what stands for the part is in neither text', () => {
  const text = 'a\ue000\ue001b';
  expect(shortened(text, '\ue000', 'all')).toEqual({ text: 'a\ue002\ue001b', part: '\ue002' });
});
