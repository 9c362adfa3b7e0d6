import { describe, expect, test, vi } from 'vitest';

async function fresh() {
  vi.resetModules();
  return import('./text-width.js');
}

describe('once prepared', () => {
  test.each([
    ['abc', 3],
    ['日本語', 6],
    ['👩‍👩‍👧', 2],
    ['e\u0301', 1],
    ['0.82 – ≥ × ✗ ✓ … ›', 18],
    ['', 0],
  ])('%j is %d columns wide', async (text, width) => {
    const { prepareTextWidth, textWidth } = await fresh();
    await prepareTextWidth(text);
    expect(textWidth(text)).toBe(width);
  });

  test('no character is cut in half', async () => {
    const { prepareTextWidth, takeWidth } = await fresh();
    await prepareTextWidth('日');
    expect(takeWidth('日本語', 5)).toBe('日本');
    expect(takeWidth('a👩‍👩‍👧b', 2)).toBe('a');
    expect(takeWidth('abc', -1)).toBe('');
  });
});

describe('unprepared', () => {
  test('nothing is loaded for narrow characters, line breaks between them included', async () => {
    const { prepareTextWidth } = await fresh();
    expect(prepareTextWidth('Žluťoučký кот\n0.82 – ≥ × ✗')).toBeUndefined();
    expect(prepareTextWidth('日')).toBeInstanceOf(Promise);
  });

  test('unusual characters count as two columns at least, so that no line is too long', async () => {
    const { takeWidth, textWidth } = await fresh();
    expect(textWidth('a日本')).toBe(5);
    expect(textWidth('e\u0301')).toBeGreaterThanOrEqual(1);
    expect(takeWidth('a日本', 4)).toBe('a日');
  });
});
