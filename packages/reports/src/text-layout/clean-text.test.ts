import { expect, test } from 'vitest';
import { cleanText } from './clean-text.js';

test.each([
  ['colours', '\u001B[31mred\u001B[0m', 'red'],
  ['a cleared screen', 'a\u001B[2J\u001B[Hb', 'ab'],
  ['a set window title', 'a\u001B]0;owned\u0007b', 'ab'],
  ['8-bit control sequences', 'a\u009B31mb', 'ab'],
  ['a bare escape', 'a\u001B', 'a'],
  ['line breaks and tabs', 'a\r\n\tb', 'a b'],
  ['backspaces that overwrite', 'fail\b\b\b\bpass', 'fail pass'],
  ['Unicode line separators', 'a\u2028b', 'a b'],
  ['a mark that is not seen', 'a\uFEFFb', 'a\\ufeffb'],
  ['marks that reorder text', 'a\u202Etxt.exe\u2066', 'a\\u202etxt.exe\\u2066'],
])('%s do not reach the terminal', (_what, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test('text of any script and emoji stay as they are', () => {
  expect(cleanText('日本語 👩‍👩‍👧 é')).toBe('日本語 👩‍👩‍👧 é');
});
