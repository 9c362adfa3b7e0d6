import { expect, test } from 'vitest';
import { shellPath, shellWord } from './shell-word.js';

test.each([
  ['runs/today', 'linux', 'runs/today'],
  ['my runs/today', 'linux', "'my runs/today'"],
  ["it's", 'linux', String.raw`'it'\''s'`],
  ['-dash', 'linux', "'-dash'"],
  ['', 'linux', "''"],
  ['a\\b', 'linux', String.raw`'a\b'`],
  ['$HOME;ls', 'darwin', "'$HOME;ls'"],
  ['a\\b', 'win32', String.raw`a\b`],
  ['%PATH%', 'win32', '"%PATH%"'],
  ['my "runs"', 'win32', '"my ""runs"""'],
])('%j is one word of a shell on %s', (word, platform, shown) => {
  expect(shellWord(word, platform)).toBe(shown);
});

test.each([
  ['-dash', 'linux', './-dash'],
  ['-my runs', 'linux', "'./-my runs'"],
  ['-dash', 'win32', './-dash'],
  ['runs/-dash', 'linux', 'runs/-dash'],
])('%j is a path that is no option on %s', (path, platform, shown) => {
  expect(shellPath(path, platform)).toBe(shown);
});
