import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { compilePattern } from './compile-pattern.js';
import { matchEach, matchLater } from './match-patterns.js';

const SLOW = /(a+)+$/u;
const slowText = `${'a'.repeat(40)}b`;

describe('matchEach', () => {
  test('answers at once where patterns are fast, or prove to be', async () => {
    // On a busy machine the proof may take too long, once or twice.
    await expect.poll(() => matchEach([/(?:ab)+c/u, /ab+d/u, /x/gu], 'xababc')).toEqual([true, false, true]);
    const sticky = /a/gu;
    sticky.lastIndex = 1;
    expect([matchEach([sticky], 'a'), matchEach([sticky], 'a')]).toEqual([[true], [true]]);
  });

  test('answers alike in the thread', async () => {
    const patterns = [/(?<=a)b/u, /^b/mu, /B/iu, /./su, /\u{1F600}/u, /(a)\1/u];
    for (const text of ['ab', 'a\nb', '\u{1F600}', 'aa', '\ud800', '']) {
      expect(await matchLater(patterns, text)).toEqual(patterns.map((pattern) => pattern.test(text)));
    }
  });

  test('what takes long ends at the deadline, and only that', async () => {
    const slow = matchEach([/a/u, SLOW], slowText, { deadlineMs: 100 });
    const other = matchLater([/b/u], 'ab');
    await expect(slow).rejects.toThrow(UnscoredError);
    await expect(slow).rejects.toThrow('the pattern "(a+)+$" did not finish within 100 ms on a text of 41 characters');
    expect(await other).toEqual([true]);
  });

  test('all patterns of a check have one deadline', async () => {
    const start = performance.now();
    await expect(matchEach(Array.from({ length: 500 }, (_, index) => new RegExp(`(a+)+$|${index}x`, 'u')), slowText, { deadlineMs: 100 })).rejects.toThrow(
      '500 patterns, "(a+)+$|0x" first, did not finish within 100 ms',
    );
    // Far less than 500 times the deadline.
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test('this process is free meanwhile, and an abort ends it', async () => {
    const controller = new AbortController();
    const reason = new UnscoredError('stopped');
    const slow = matchEach([SLOW], slowText, { deadlineMs: 60_000, signal: controller.signal });
    const waiting = matchEach([SLOW], slowText, { deadlineMs: 60_000, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(slow).rejects.toBe(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(await matchLater([/b/u], 'ab')).toEqual([true]);
  });

  test('a pattern that the matcher cannot take is told as such', async () => {
    // It is made ready only when it is tried, and then turns out to be too large.
    const large = new RegExp(`${'(?:'.repeat(8_000)}a${')?'.repeat(8_000)}`, 'u');
    expect(() => matchEach([large], 'b')).toThrow(/^the pattern .{1,240} cannot be tried: \S.{1,60}$/u);
    expect(() => compilePattern('('.repeat(40_000) + ')'.repeat(40_000))).toThrow(UnscoredError);
  });
});
