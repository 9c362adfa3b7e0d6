import { expect, test } from 'vitest';
import { compileGlob } from './compile-glob.js';

test.each([
  ['*', 'a', true],
  ['moods_00*', 'moods_001', true],
  ['moods_00*', 'moods_01', false],
  ['*_1', 'a/b.c_1', true],
  ['a?c', 'abc', true],
  ['a?c', 'a🙂c', true],
  ['a?c', 'ac', false],
  ['[ab]c', 'bc', true],
  ['[a-c]1', 'd1', false],
  ['[!a-c]1', 'd1', true],
  ['[^a]', 'a', false],
  ['[]a]', ']', true],
  ['[a', '[a', true],
  ['{ab,c*}d', 'cxxd', true],
  ['{ab,c*}d', 'abc', false],
  ['{a,{b,c}}1', 'c1', true],
  ['{a}', '{a}', true],
  ['{a,b', '{a,b', true],
  ['a|b', 'a|b', true],
  ['@(a|b)c', 'bc', true],
  ['?(a)c', 'c', true],
  ['*(ab)', 'ababab', true],
  ['+(a|b)', '', false],
  ['+(a|b)', 'abba', true],
  ['a+b', 'a+b', true],
  ['a!', 'a!', true],
  ['!a*', 'abc', false],
  ['!a*', 'b', true],
  [String.raw`a\*`, 'a*', true],
  [String.raw`a\*`, 'ab', false],
  ['a(b', 'a(b', true],
  ['', '', true],
])('%j on the name %j: %s', (glob, text, expected) => {
  expect(compileGlob(glob, { paths: false })(text)).toBe(expected);
});

test.each([
  ['**/*.prompt.md', 'x.prompt.md', true],
  ['**/*.prompt.md', 'a/b/.c/x.prompt.md', true],
  ['*.md', 'a/x.md', false],
  ['a/**', 'a/b/c', true],
  ['a/**', 'a', true],
  ['a/**', 'ab', false],
  ['**', 'a/b', true],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'a/xb', false],
  ['a**b', 'axb', true],
  ['a**b', 'a/b', false],
  ['a?b', 'a/b', false],
  ['a[!x]b', 'a/b', false],
  ['{docs,src}/**/*.{md,txt}', 'src/a/b.txt', true],
  ['**/instructions/**/*.md', 'instructions/a.md', true],
])('%j on the path %j: %s', (glob, path, expected) => {
  expect(compileGlob(glob, { paths: true })(path)).toBe(expected);
});

test.each(['*a'.repeat(400), '+(a|aa|*a)b', '*(*(*(a)))b', '{*a,*a*a}'.repeat(40), '?(a)'.repeat(200) + 'a'.repeat(150) + 'b'])('a text takes no longer than its length: %s', { timeout: 20_000 }, (glob) => {
  expect(compileGlob(glob, { paths: false })(`${'a'.repeat(3_000)}c`)).toBe(false);
});

test('what cannot be matched is said', () => {
  expect(() => compileGlob('a'.repeat(2_000), { paths: false })).toThrow('has 2000 characters');
  expect(() => compileGlob('x!(a)', { paths: false })).toThrow('!(…) is not possible');
});
