import { describe, expect, test } from 'vitest';
import { fitsPath, readIgnorePatterns } from './ignore-patterns.js';

function fits(pattern: string, path: string): boolean {
  const [only] = readIgnorePatterns(pattern);
  return only !== undefined && fitsPath(only, path.toLowerCase().split('/'));
}

describe('patterns of a .gitignore', () => {
  test.each([
    ['secret.txt', 'secret.txt'],
    ['secret.txt', 'a/b/secret.txt'],
    ['SECRET.txt', 'a/Secret.TXT'],
    ['/secret.txt', 'secret.txt'],
    ['*.key', 'deep/er/my.key'],
    ['a*b?c', 'axxbbyc'],
    ['[a-c]?.md', 'b1.md'],
    ['[!a].md', 'b.md'],
    ['\\#x', '#x'],
    ['\\!x', '!x'],
    ['x\\ ', 'x '],
    ['docs/*.md', 'docs/a.md'],
    ['**/logs', 'a/b/logs'],
    ['**/logs', 'logs'],
    ['a/**', 'a/b/c'],
    ['a/**/z', 'a/z'],
    ['a/**/z', 'a/b/c/z'],
    ['build/', 'build'],
    ['***/logs', 'a/b/logs'],
    ['a/***', 'a/b/c'],
    ['a/****/z', 'a/b/c/z'],
    ['keys[a/b].txt', 'keysa.txt'],
    ['a\\/b', 'a/b'],
    ['x[', 'x['],
    ['\uFEFFsecret.md', 'secret.md'],
    ['k[[:digit:]_].md', 'k7.md'],
    ['k[[:upper:]].md', 'kA.md'],
    ['k[^[:space:]].md', 'k-.md'],
  ])('%s fits %s', (pattern, path) => {
    expect(fits(pattern, path)).toBe(true);
  });

  test.each([
    ['/secret.txt', 'a/secret.txt'],
    ['docs/*.md', 'x/docs/a.md'],
    ['docs/*.md', 'docs/a/b.md'],
    ['a/**', 'a'],
    ['a/**/z', 'az'],
    ['a/***', 'a'],
    ['keys[a/b].txt', 'keys/.txt'],
    ['*.key', 'key'],
    ['?', 'ab'],
    ['[a-c].md', 'd.md'],
    ['k[[:digit:]].md', 'kx.md'],
    ['k[![:alpha:]].md', 'kx.md'],
    ['#x', '#x'],
    ['', 'x'],
    ['/', 'x'],
  ])('%s does not fit %s', (pattern, path) => {
    expect(fits(pattern, path)).toBe(false);
  });

  test('a pattern that is made to be slow is not', () => {
    const slow = `${'*a'.repeat(200)}b`;
    expect(fits(slow, 'a'.repeat(4000))).toBe(false);
    expect(fits(`${'**/x*/'.repeat(100)}y`, `${'x/'.repeat(300)}z`)).toBe(false);
    expect(fits('['.repeat(500_000), 'x')).toBe(false);
  }, 5000);
});
