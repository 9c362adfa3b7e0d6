import { describe, expect, test } from 'vitest';
import { findMarks } from './find-marks.js';
import { runCommand } from './run-command.js';
import { searchPattern } from './search-pattern.js';
import { wordDiff } from './word-diff.js';

type Arguments = Parameters<typeof runCommand>;

function commandFor(caseId: string, more: object = {}): string {
  const row = { suite: 's', suite_path: 's.yaml', case_id: caseId, target: 'bot', repeat: 1, ...more } as Arguments[0];
  const manifest = { suites: [{ name: 's', path: 's.yaml', file: 'evals/s.yaml' }] } as Arguments[1];
  return runCommand(row, manifest);
}

describe('the command that runs a case again', () => {
  test.each([
    ['a-1', 'assay run evals/s.yaml --id=a-1 --target=bot'],
    ['two words', "assay run evals/s.yaml '--id=two words' --target=bot"],
    ["it's $(rm -rf ~)", String.raw`assay run evals/s.yaml '--id=it'\''s $\(rm -rf ~)' --target=bot`],
    ['a*[b]', String.raw`assay run evals/s.yaml '--id=a\*\[b]' --target=bot`],
    ['!x', String.raw`assay run evals/s.yaml '--id=\!x' --target=bot`],
    ['line\nbreak\u001B[0m', String.raw`assay run evals/s.yaml '--id=line?break?\[0m' --target=bot`],
    ['-x', 'assay run evals/s.yaml --id=-x --target=bot'],
  ])('%j', (id, command) => expect(commandFor(id)).toBe(command));

  test('asks for as many repeats as the one that is shown', () => {
    expect(commandFor('a', { repeat: 3 })).toBe('assay run evals/s.yaml --id=a --target=bot --repeat 3');
  });
});

describe('what evaluators found in a text', () => {
  test('is marked wherever it stands, in order, nothing over another', () => {
    const marks = findMarks('Paris is not London; paris.', ['contains "Paris"', 'Paris is'], ['London']);
    expect(marks).toEqual([
      { from: 0, to: 8, kind: 'hit' },
      { from: 13, to: 19, kind: 'miss' },
      { from: 21, to: 26, kind: 'hit' },
    ]);
  });

  test('nothing is marked for empty entries, and many marks are bounded', () => {
    expect(findMarks('abc', ['', ' ', '""'], [])).toEqual([]);
    expect(findMarks('ab'.repeat(10_000), ['ab'], []).length).toBeLessThanOrEqual(200);
  });
});

test('a pattern may begin with its flags, as in eval files', () => {
  expect(searchPattern('(?i)rain').test('RAIN')).toBe(true);
  expect(searchPattern('rain').test('RAIN')).toBe(false);
  expect(() => searchPattern('(')).toThrow(SyntaxError);
});

describe('a word diff', () => {
  test('says what has to change', () => {
    expect(wordDiff('the red car', 'the blue car')).toEqual([
      { text: 'the ', kind: 'same' },
      { text: 'red', kind: 'removed' },
      { text: 'blue', kind: 'added' },
      { text: ' car', kind: 'same' },
    ]);
  });

  test('ends for long texts that have nothing in common, and for very long ones', () => {
    const random = (seed: number): string => Array.from({ length: 4000 }, (_, at) => `w${(at * seed) % 7919}`).join(' ');
    expect(() => wordDiff(random(31), random(77))).not.toThrow();
    expect(wordDiff('a'.repeat(300_000), 'b'.repeat(300_000))).toBeUndefined();
  });
});
