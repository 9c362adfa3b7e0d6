import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { externalFolder } from './external-folder.js';

afterEach(() => vi.unstubAllEnvs());

test.each([undefined, ''])('with the variable %j the tests are skipped, and their names say how to have them', (value) => {
  vi.stubEnv('SOME_FILES', value);
  expect(externalFolder('SOME_FILES', 'theirs')).toEqual({
    folder: '',
    absent: true,
    note: expect.stringContaining('set SOME_FILES to a folder with theirs in it'),
  });
});

test('a folder that is there is used, one that is missing is an error', () => {
  const parent = mkdtempSync(join(tmpdir(), 'assay-external-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  mkdirSync(join(parent, 'theirs'));
  vi.stubEnv('SOME_FILES', parent);
  expect(externalFolder('SOME_FILES', 'theirs')).toEqual({ folder: join(parent, 'theirs'), absent: false, note: '' });
  expect(() => externalFolder('SOME_FILES', 'others')).toThrow('in which there is no others');
});
