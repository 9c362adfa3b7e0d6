import { describe, expect, test } from 'vitest';
import values from '../../test/reference/text-measures.json' with { type: 'json' };
import { evaluateWith, findings, makeResponse } from '../../test/evaluation-input.js';
import { levenshtein } from './levenshtein.js';

const score = (text: string, options: Parameters<typeof evaluateWith>[1]) => evaluateWith(levenshtein, options, { response: makeResponse({ text }) });

test('is what Python has', async () => {
  for (const { a, b, distance, longer } of values.levenshtein.filter((one) => one.b.trim() !== '')) {
    const found = await score(a, { value: b, trim: false });
    expect({ a, b, details: found.details }).toMatchObject({ details: { distance } });
    expect(found.score).toBeCloseTo(1 - distance / longer, 12);
  }
});

describe('levenshtein', () => {
  test.each([
    ['kitten', 'sitting', 3],
    ['Saturday', 'Sunday', 3],
    ['', 'abc', 3],
    ['\u{1F468}‍\u{1F469}‍\u{1F467}', '\u{1F468}', 1],
    ['cafe\u0301', 'caf\u00e9', 0],
    ['\u{1F600}\u{1F600}', '\u{1F600}', 1],
    [' a ', 'a', 0],
    ['a'.repeat(31), 'b'.repeat(33), 33],
    ['a'.repeat(64), 'a'.repeat(65), 1],
  ])('%j is %j but for %i characters', async (text, value, distance) => {
    expect(await score(text, { value })).toMatchObject({ details: { distance } });
  });

  test('max_distance and threshold decide the verdict, and else the score', async () => {
    expect(await score('kitten', { value: 'sitting', max_distance: 3 })).toMatchObject({ verdict: 'pass', hits: ['3 characters from "sitting", at most 3'] });
    expect(await score('kitten', { value: 'sitting', max_distance: 2 })).toMatchObject({ verdict: 'fail', misses: ['3 characters from "sitting", at most 2'] });
    expect(await score('kitten', { value: 'sitting', threshold: 0.5 })).toMatchObject({ verdict: 'pass' });
    expect(await score('kitten', { value: 'sitting' })).not.toHaveProperty('verdict');
  });

  test('the nearest of several counts, for the distance too', async () => {
    expect(await score('abc', { value: ['abcdefgh', 'abd'] })).toMatchObject({ details: { nearest: 'abd', distance: 1 } });
    expect(await score('ab', { value: ['x', 'abcdefghijkl'], max_distance: 2 })).toMatchObject({ verdict: 'pass' });
  });

  test('the text that is told with a limit is the one that the limit was held against, also where another is more similar', async () => {
    const [long, short] = ['a'.repeat(60), `${'b'.repeat(9)}${'a'.repeat(41)}`];
    const found = await score('a'.repeat(50), { value: [long, short], max_distance: 9 });
    expect(found).toMatchObject({ verdict: 'pass', score: 1 - 10 / 60, hits: [`9 characters from "${short}", at most 9`], details: { distance: 9, similarity: 1 - 9 / 50, nearest: short } });
    expect(await score('a'.repeat(50), { value: [long, short], max_distance: 8 })).toMatchObject({ verdict: 'fail', misses: [`9 characters from "${short}", at most 8`] });
  });

  test('texts that would hold everything up are unscored', async () => {
    await expect(score('a'.repeat(60_000), { value: 'b'.repeat(60_000) })).rejects.toThrow('are too long to count how they differ');
  });

  test.each([[{ max_distance: 1, threshold: 0.5 }], [{ max_distance: -1 }], [{ max_distance: 1.5 }]])('%j is rejected', (options) => {
    expect(findings(levenshtein, options)).toHaveLength(1);
  });
});
