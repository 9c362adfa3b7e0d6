import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noFilesNamed } from './no-files-named.js';

test('the folder that most projects have is named where it is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-no-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(noFilesNamed(folder)).toMatchObject({ message: 'no eval file is named', hint: 'name files, folders or globs' });
  await mkdir(join(folder, 'evals'));
  expect(noFilesNamed(folder).hint).toBe('name files, folders or globs, such as evals');
  expect(noFilesNamed(folder, 'go on with a run: --resume').hint).toBe('name files, folders or globs, such as evals, or go on with a run: --resume');
});
