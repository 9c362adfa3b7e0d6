import { describe, expect, test } from 'vitest';
import { textContext } from '../../test/point-context.js';
import { contains } from './contains.js';

describe('contains', () => {
  test.each([
    ['fiduciary duty', 'a fiduciary duty exists', true],
    ['Fiduciary duty', 'a fiduciary duty exists', false],
    ['.', 'no full stop', false],
    ['長江', '長江流域', true],
    ['line\nbreak', 'a line\nbreak', true],
    ['x', '', false],
  ])('is case-sensitive and literal: %j in %j is %s', (needle, text, expected) => {
    expect(contains.apply(needle, textContext(text))).toBe(expected);
  });
});
