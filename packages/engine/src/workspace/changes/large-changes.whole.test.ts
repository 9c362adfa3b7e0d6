import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changed, write } from '../../../test/changed-workspaces.js';

describe('a folder that was made to be hostile', () => {
  test('has a diff that ends: long lines, long files, many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`many/${index}\n.txt`, 'x\n'.repeat(100)]));
    const { text, warnings } = await changed({ 'd.txt': 'd\n' }, async ({ path }) => {
      await write(path, { 'a-line.txt': 'y'.repeat(400_000), 'b-lines.txt': 'x\n'.repeat(100_000), ...many });
      await rm(join(path, 'd.txt'));
    });
    expect(text.length).toBeLessThan(80_000);
    expect(text).toMatch(/^\+y{1999} … 398001 more characters$/mu);
    expect(text).toMatch(/^\\ \d+ more lines of this file are left out$/mu);
    expect(text).toContain('deleted file mode 100644\n--- a/d.txt');
    const [, left, unnamed] = /^\\ There are changes to (\d+) more files, which are not shown:\n[^]*\n\\ {3}and (\d+) more$/mu.exec(text) ?? [];
    const shown = [...text.matchAll(/^diff --git/gmu)].length;
    const named = [...text.matchAll(/^\\ {3}added "many\/\d+\\n\.txt"$/gmu)].length;
    expect({ all: shown + Number(left), left: named + Number(unnamed) }).toEqual({ all: 603, left: Number(left) });
    expect(warnings).toEqual([]);
  });

  test('of texts that have nothing in common is compared in a bounded time', async () => {
    const lines = (sign: string): string => Array.from({ length: 60_000 }, (_, index) => `${sign}${index % 7}\n`).join('');
    const start = performance.now();
    const { text } = await changed({ 'a.txt': lines('a') }, ({ path }) => write(path, { 'a.txt': lines('b') }));
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(text).toContain('@@ -1,60000 +1,60000 @@\n-a0');
  });
});
