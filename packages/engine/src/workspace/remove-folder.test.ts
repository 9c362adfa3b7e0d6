import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder, removeFolderAtOnce } from './remove-folder.js';

const NOBODY = 65_534;

/** Folders that may not be written to, as module caches have them, with a link to one outside. */
async function readOnlyFolder(): Promise<{ readonly root: string; readonly path: string; readonly outside: string }> {
  const root = await mkdtemp(join(tmpdir(), 'assay-test-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [path, outside] = [join(root, 'workspace'), join(root, 'outside')];
  await mkdir(join(path, 'a/b'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(path, 'a/b/file'), 'x');
  await symlink(outside, join(path, 'a/link'));
  for (const folder of ['a/b', 'a']) await chmod(join(path, folder), 0o500);
  await chmod(outside, 0o500);
  return { root, path, outside };
}

test.skipIf(process.platform === 'win32').each([
  ['removeFolder', removeFolder],
  ['removeFolderAtOnce', removeFolderAtOnce],
])('%s removes what may not be written to, and follows no link', async (_name, remove) => {
  const { root, path, outside } = await readOnlyFolder();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // Nothing is refused to root.
    expect(spawnSync('chown', ['-hR', String(NOBODY), root]).status).toBe(0);
    process.seteuid?.(NOBODY);
  }
  try {
    await remove(path);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(existsSync(path)).toBe(false);
  expect((await stat(outside)).mode & 0o777).toBe(0o500);
});

test('what is not there needs no removing', async () => {
  await expect(removeFolder(join(tmpdir(), 'assay-test-nowhere/x'))).resolves.toBeUndefined();
});
