import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.js';

async function temporary(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'assay-make-folder-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('makes a folder with those above it, and leaves one that is there', async () => {
  const path = join(await temporary(), 'a/b/c');
  await makeFolder(path);
  await makeFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('two that make the same folder at once both succeed', async () => {
  const path = join(await temporary(), 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(join(path, 'd')), makeFolder(path)]);
  expect(existsSync(join(path, 'd'))).toBe(true);
});

test('a file in the way is an error', async () => {
  const folder = await temporary();
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(existsSync('/proc/self'))('a place where nothing can be made is an error, not a hang', async () => {
  await expect(makeFolder('/proc/assay/run')).rejects.toMatchObject({ code: expect.stringMatching(/^E/u) });
});
