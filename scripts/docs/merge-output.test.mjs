import { describe, expect, test } from 'vitest';
import { mergeOutput } from './merge-output.mjs';

describe('what an output block holds after an update', () => {
  test.each([
    ['all of it, without gaps', 'old\nlines', 'new\nwords', 'new\nwords'],
    ['a gap stays', 'a\n…\nd', 'a\nb\nc\nnew\nd', 'a\n…\nd'],
    ['new lines within a part are shown', 'a\nc\n…\nz', 'a\nb\nc\nx\ny\nz', 'a\nb\nc\n…\nz'],
    ['a gap at both ends stays', '…\nb\n…', 'a\nb2\nb\nc\n', '…\nb\n…'],
    ['durations and dates stay as they stand', 'took 12 ms\nold', 'took 99 ms\nnew', 'took 12 ms\nnew'],
    ['text left out of a line stays left out', 'cost  …\nold', 'cost  $1\nnew', 'cost  …\nnew'],
    ['what is not to be found any more is all shown', 'a\n…\nz', 'b\nc', 'b\nc'],
    ['a line that is gone goes', 'a\nb\nc\n…\nz', 'a\nc\ny\nz', 'a\nc\n…\nz'],
  ])('%s', (_, page, printed, expected) => {
    expect(mergeOutput(page, printed)).toBe(expected);
  });
});
