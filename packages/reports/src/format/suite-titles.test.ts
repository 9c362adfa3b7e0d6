import { expect, test } from 'vitest';
import { suiteTitles, titlesAmongNames, withTitles } from './suite-titles.js';

const [one, other, alone] = [
  { suite: 'words', suitePath: 'a/words.yaml' },
  { suite: 'words', suitePath: 'b/words.yaml' },
  { suite: 'sums', suitePath: 'a/sums.yaml' },
];

test('the path stands behind a name that occurs twice', () => {
  expect(withTitles([one, other, alone], suiteTitles([one, other, alone])).map(({ suite }) => suite)).toEqual([
    'words (a/words.yaml)',
    'words (b/words.yaml)',
    'sums',
  ]);
});

test('a suite that is shown several times is still one', () => {
  expect(suiteTitles([one, one, alone])(one)).toBe('words');
});

test('what does not know its path is no other suite', () => {
  const old = { suite: 'words' };
  expect(withTitles([old, one], suiteTitles([old, one])).map(({ suite }) => suite)).toEqual(['words', 'words']);
  expect(withTitles([old, one, other], suiteTitles([old, one, other])).map(({ suite }) => suite)).toEqual([
    'words',
    'words (a/words.yaml)',
    'words (b/words.yaml)',
  ]);
});

test('of a run that has begun, the names tell which need their paths', () => {
  const title = titlesAmongNames(['words', 'sums', 'words']);
  expect([title(one), title(alone)]).toEqual(['words (a/words.yaml)', 'sums']);
});
