import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isNamed } from './is-named.js';

const folder = mkdtempSync(join(tmpdir(), 'assay-named-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('isNamed', () => {
  it('counts links that lead nowhere, and nothing that is not there', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('gone', join(folder, 'link'));

    expect(['file', 'link', 'other'].map((name) => isNamed(join(folder, name)))).toEqual([true, true, false]);
  });

  it('takes what nobody can tell of for nothing: below a file, or with too long a name', () => {
    expect([join('file', 'below'), 'x'.repeat(300)].map((name) => isNamed(join(folder, name)))).toEqual([false, false]);
  });
});
