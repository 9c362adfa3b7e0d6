import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { compilePattern } from './compile-pattern.js';

describe('compilePattern', () => {
  test('reads flags in front, together and one after the other', () => {
    expect(compilePattern('(?i)a').flags).toBe('i');
    expect(compilePattern('(?ism)a').flags).toBe('ims');
    expect(compilePattern('(?i)(?m)(?i)a').flags).toBe('im');
    expect(compilePattern('(?i)a').source).toBe('a');
  });

  test('adds flags of the caller without repeating them', () => {
    expect(compilePattern('(?i)a', 'i').flags).toBe('i');
    expect(compilePattern('a', 'i').flags).toBe('i');
    expect(compilePattern('a').flags).toBe('');
  });

  test('knows \\p{…} and \\u{…}', () => {
    expect(compilePattern('\\p{L}').test('é')).toBe(true);
    expect(compilePattern('\\u{1F600}').test('😀')).toBe(true);
  });

  test('gives the same object for the same pattern', () => {
    expect(compilePattern('(?i)same')).toBe(compilePattern('(?i)same'));
  });

  test('keeps working when more patterns come than it remembers', () => {
    for (let index = 0; index < 1200; index++) expect(compilePattern(`p${index}$`).test(`xp${index}`)).toBe(true);
  });

  test('says that flags may stand at the start only', () => {
    expect.assertions(2);
    try {
      compilePattern('a(?i)b');
    } catch (error) {
      expect(error).toBeInstanceOf(UnscoredError);
      expect(error).toMatchObject({
        reason: 'config',
        hint: 'flags such as (?i) may stand at the start of a pattern only',
      });
    }
  });

  test.each([['x'.repeat(100_001)], ['\\p{L}'.repeat(400)], ['[a]'.repeat(2_000)], ['.'.repeat(2_000)], ['(a)'.repeat(5_000)]])(
    'refuses what would take too long to make ready',
    (written) => {
      expect(() => compilePattern(written)).toThrow(/^the pattern .{1,240} is too large$/u);
    },
  );

  test.each([['word|'.repeat(19_000)], ['\\p{L}'.repeat(300)], ['.'.repeat(1_900)]])('takes large patterns', (written) => {
    expect(compilePattern(written).test('a')).toBe(written.startsWith('word'));
  });
});
