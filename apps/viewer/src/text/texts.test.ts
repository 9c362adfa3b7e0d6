import { describe, expect, test } from 'vitest';
import { findMarks } from './find-marks.js';
import { runCommand } from './run-command.js';
import { searchPattern } from '../data/source/search-pattern.js';
import { soughtTexts } from './sought-texts.js';
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
  type Result = Parameters<typeof soughtTexts>[0][number];
  const result = (more: Partial<Result>): Result => ({ name: 'e', type: more.name ?? 'llm_judge', weight: 1, score: 1, ...more });
  const marked = (text: string, ...results: readonly Result[]): readonly string[] =>
    findMarks(text, soughtTexts(results)).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`);
  const text = 'Paris is the capital on the Seine, with 2 million people. paris!';

  test.each<[string, Partial<Result>, readonly string[]]>([
    ['letter for letter', { name: 'contains', hits: ['contains "Paris"'] }, ['hit Paris']],
    ['in any case', { name: 'icontains', hits: ['icontains "Paris"'] }, ['hit Paris', 'hit paris']],
    ['a part of a list, though the check was missed', { name: 'contains_all_of', misses: ['contains_all_of ["capital","Rhine"]: 1 of 2 found; missing: "Rhine"'] }, ['hit capital']],
    ['a list with a number', { name: 'contains_at_least_n_of', hits: ['contains_at_least_n_of [1,["Seine","[x]"]]'] }, ['hit Seine']],
    ['what must not be there', { name: 'not_contains', misses: ['not_contains "Seine"'] }, ['miss Seine']],
    ['a pattern', { name: 'matches', hits: ['matches "\\d+ million"'.replaceAll('\\', '\\\\')] }, ['hit 2 million']],
    ['a pattern in any case', { name: 'imatches', hits: ['imatches "PAR\\\\w+"'] }, ['hit Paris', 'hit paris']],
    ['several patterns', { name: 'imatches_all_of', misses: ['imatches_all_of ["PAR[a-z]+","x"]: 1 of 2'] }, ['hit Paris', 'hit paris']],
    ['nothing where a pattern is about the whole text', { name: 'matches', hits: ['matches "(?s)^.{1,300}$"'] }, []],
    ['a start in its case', { name: 'starts_with', misses: ['starts_with "paris"'] }, []],
    ['a word', { name: 'contains_word', hits: ['contains_word "pari"'] }, []],
    ['a start', { name: 'starts_with', hits: ['starts_with "Paris"'] }, ['hit Paris']],
    ['an end', { name: 'ends_with', hits: ['ends_with "paris!"'] }, ['hit paris!']],
    ['phrases that are forbidden', { name: 'forbidden_phrases', misses: ['has "SEINE", "capital"'] }, ['miss capital', 'miss Seine']],
    ['what a judge quotes', { judges: [], hits: ['Names the river: "the Seine"'], misses: ['"Paris" twice'] }, ['miss Paris', 'hit the Seine', 'miss paris']],
    ['not what a comparison of all shows', { name: 'exact_match', misses: ['expected "Paris", got "the capital"'] }, []],
  ])('%s', (_, one, found) => expect(marked(text, result(one))).toEqual(found));

  test('points that are computed, those that must not be met as well, in composites too', () => {
    const point = (written: string, more = {}) => ({ text: written, score: 1, weight: 1, function: 'contains', ...more });
    const points = [point('$contains "Seine"'), point('$contains "million"', { inverted: true }), { text: 'says "capital"', score: 1, weight: 1 }];
    const inner = result({ name: 'points', points, hits: ['$contains "Seine"'] });
    expect(marked(text, result({ name: 'all', type: 'composite', hits: ['x: "Paris"'], evaluators: [inner] }))).toEqual(['hit Seine', 'miss million']);
  });

  test('is marked in order, nothing over another', () => {
    const [one, two] = [result({ name: 'contains', hits: ['contains "Paris"', 'contains "Paris is"'] }), result({ name: 'not_contains', misses: ['not_contains "capital"'] })];
    expect(marked(text, one, two)).toEqual(['hit Paris is', 'miss capital']);
  });

  test('nothing is marked for empty entries, and many marks are bounded', () => {
    expect(marked('abc', result({ hits: ['', ' ', '""'] }))).toEqual([]);
    expect(marked('ab'.repeat(10_000), result({ name: 'contains', hits: ['contains "ab"'] })).length).toBeLessThanOrEqual(200);
  });

  test.each([String.raw`(a+)+$`, String.raw`(a|aa)*b`, String.raw`a*a*a*a*b`, String.raw`(a*)\1b`, '('])('a pattern that could stand still is not looked for: %s', (pattern) => {
    const began = performance.now();
    expect(marked('a'.repeat(5000), result({ name: 'matches', hits: [`matches ${JSON.stringify(pattern)}`] }))).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5000);
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
