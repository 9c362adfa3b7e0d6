import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, cp, readFile, rename, rm, symlink, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changed, open, write } from '../../../test/changed-workspaces.js';
import type { WorkspaceChanges } from './workspace-changes.js';

describe('what was done to the files', () => {
  test('is a diff that git can apply', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('');
    const files = { 'a.txt': 'one\ntwo\nthree\n', 'gone/b.txt': 'b\n', 'run.sh': 'exit\n', 'ende.txt': 'without an end', 'many.txt': numbers, 'same.txt': 'same\n', 'was-link.txt': 'x\n', 'leer.txt': '' };
    const { path, template, root, changes } = await open(files);
    await write(path, { 'a.txt': 'one\n2\nthree\nfour\n', 'new/ü "x"\n.txt': 'added\n\n \n', 'empty.txt': '', 'ende.txt': 'without an end, still', 'many.txt': numbers.replace('line 3\n', '').replace('line 30\n', '+30\n') });
    await rm(join(path, 'gone'), { recursive: true });
    await rm(join(path, 'leer.txt'));
    await chmod(join(path, 'run.sh'), 0o755);
    await rm(join(path, 'was-link.txt'));
    await symlink('a.txt', join(path, 'was-link.txt'));
    await utimes(join(path, 'same.txt'), 1, 1);
    const { text, warnings } = await changes();
    expect(warnings).toEqual([]);
    expect(text).not.toContain('same.txt');
    const before = join(root, 'before');
    await cp(template, before, { recursive: true });
    execFileSync('git', ['init', '-q', '.'], { cwd: before });
    execFileSync('git', ['apply', '-'], { cwd: before, input: `${text}\n` });
    await rm(join(before, '.git'), { recursive: true });
    expect(spawnSync('git', ['diff', '--no-index', before, path], { encoding: 'utf8' }).stdout).toBe('');
    expect(text).toContain('old mode 100644\nnew mode 100755');
  });

  test('of one file reads like this', async () => {
    const { text } = await changed({ 'TODO.md': '# Tasks\n' }, ({ path }) => write(path, { 'TODO.md': '# Tasks\nbuy milk\n' }));
    expect(text).toBe('diff --git a/TODO.md b/TODO.md\n--- a/TODO.md\n+++ b/TODO.md\n@@ -1,1 +1,2 @@\n # Tasks\n+buy milk');
  });

  test('is nothing when files were written as they were, or touched', async () => {
    const { text } = await changed({ 'a.txt': 'a\n', 'b.bin': Buffer.from([0, 1]) }, ({ path }) => write(path, { 'a.txt': 'a\n', 'b.bin': Buffer.from([0, 1]) }));
    expect(text).toBe('');
  });

  test('is found when the time of a file was set back', async () => {
    const { text } = await changed({ 'a.txt': 'a\n' }, async ({ path, template }) => {
      await write(path, { 'a.txt': 'b\n' });
      spawnSync('touch', ['-r', join(template, 'a.txt'), join(path, 'a.txt')]);
    });
    expect(text).toContain('-a\n+b');
  });

  test('begins after the hook: of what that has made, the text of before is known too', async () => {
    const hook = (path: string): Promise<void> => write(path, { 'hooked.txt': 'hooked\n', 'a.txt': 'by the hook\n' });
    const { text } = await changed({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, ({ path }) => write(path, { 'hooked.txt': 'changed\n', 'b.txt': 'B\n' }), hook);
    expect(text).toContain('-hooked\n+changed');
    expect(text).toContain('-b\n+B');
    expect(text).not.toContain('a/a.txt');
  });

  test('is named alone where the template was changed too', async () => {
    const { text } = await changed({ 'a.txt': 'a\n' }, async ({ path, template }) => {
      await write(path, { 'a.txt': 'b\n' });
      await write(template, { 'a.txt': 'forged\n' });
    });
    expect(text).toBe('diff --git a/a.txt b/a.txt\n\\ Nothing of it is shown: its text of before is not known any more');
  });

  test('names what is no text, and what is too large, by its size', async () => {
    const { text } = await changed({ 'old.bin': Buffer.from([0, 1]) }, async ({ path }) => {
      await write(path, { 'old.bin': Buffer.from([0, 2, 3]), 'latin.txt': Buffer.from([0x66, 0xfc]), huge: '' });
      await truncate(join(path, 'huge'), 2 ** 30);
    });
    expect(text).toContain('diff --git a/old.bin b/old.bin\n\\ Nothing of it is shown: it is no text, and has 3 bytes');
    expect(text).toContain('new file mode 100644\n\\ Nothing of it is shown: it is no text, and has 2 bytes');
    expect(text).toContain('\\ Nothing of it is shown: it has 1073741824 bytes, and more than 524288 are not read');
  });
});

describe('what is left out', () => {
  test('is what the .gitignore files of before name, with their folders and exceptions, and what is installed or compiled', async () => {
    const files = { '.gitignore': '*.log\n/build/\n!keep.log\n', 'sub/.gitignore': 'own.txt\n', 'x.log': 'x' };
    const made = { 'y.log': 'y', 'sub/z.log': 'z', 'keep.log': 'k', 'build/out': 'o', 'sub/build/out': 'o', 'sub/own.txt': '1', 'own.txt': '1', '.git/HEAD': 'x', 'node_modules/m/index.js': 'x', 'sub/__pycache__/x': 'x' };
    const { text } = await changed(files, ({ path }) => write(path, made));
    const named = [...text.matchAll(/^diff --git a\/(.*) b\//gmu)].map(([, name]) => name);
    expect(named).toEqual(['keep.log', 'own.txt', 'sub/build/out']);
  });

  test('is not what the target says in a .gitignore of its own', async () => {
    const { text } = await changed({}, ({ path }) => write(path, { '.gitignore': '*\n', 'sly.txt': 'x\n' }));
    expect(text).toContain('b/sly.txt');
    expect(text).toContain('b/.gitignore');
  });
});

describe('a folder that was made to be hostile', () => {
  test('shows nothing of what links lead to, and waits for no pipe', async () => {
    const opened = await open({ 'a/x.txt': 'x\n' });
    const { path, root } = opened;
    await write(root, { 'outside/x.txt': 'secret\n', 'outside/y.txt': 'secret\n' });
    await symlink('../outside/x.txt', join(path, 'link'));
    await rename(join(path, 'a'), join(root, 'away'));
    await symlink('../outside', join(path, 'a'));
    await symlink('.', join(path, 'loop'));
    expect(spawnSync('mkfifo', [join(path, 'pipe'), join(path, '.gitignore')]).status).toBe(0);
    const { text } = await opened.changes();
    expect(text).not.toContain('secret');
    expect(text).toContain('new file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1,1 @@\n+../outside/x.txt\n\\ No newline at end of file');
    expect(text).toContain('deleted file mode 100644\n--- a/a/x.txt');
    expect(text).not.toContain('pipe');
  });

  test('that is a link itself, or is gone, is not looked into', async () => {
    const { text } = await changed({ 'a.txt': 'a\n' }, async ({ path, root }) => {
      await write(root, { 'outside/a.txt': 'secret\n' });
      await rm(path, { recursive: true });
      await symlink('outside', path);
    });
    expect(text).toBe('diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n--- a/a.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a');
  });

  test('cannot add remarks, by lines or by names', async () => {
    const { text } = await changed({}, ({ path }) => write(path, { 'x\n\\ Everything is right.\u001B[2J': '\\ Everything is right.\n' }));
    expect(text.split('\n').filter((line) => line.startsWith('\\'))).toEqual([]);
    expect(text).not.toContain('\u001B');
  });

  test('with more files than are looked at says so, and calls nothing deleted that is there', async () => {
    const { path, changes } = await open(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`t${index % 3}/${index}.txt`, 'x\n'])));
    await write(path, Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`n${index % 3}/${index}.txt`, 'x\n'])));
    await rm(join(path, 't1/1.txt'));
    const { text, warnings } = await changes(20);
    expect(warnings).toEqual(['file changes: the workspace has so many files that not all of them were looked at']);
    expect(text).toContain('\\ The workspace has so many files that not all of them were looked at');
    expect(text.match(/^deleted file mode 100644\n--- .*/gmu)).toEqual(['deleted file mode 100644\n--- a/t1/1.txt']);
    const all = await changes();
    expect(all.warnings).toEqual([]);
    expect(all.text.match(/^new file mode/gmu)).toHaveLength(30);
  });

  test.skipIf(process.platform === 'win32')('with folders that nobody may read says so, and calls nothing in them deleted', async () => {
    const { path, root, changes } = await open({ 'a/x.txt': 'x\n', 'b.txt': 'b\n' });
    for (const folder of [root, path]) await chmod(folder, 0o755);
    await chmod(join(path, 'a'), 0o000);
    const asRoot = process.getuid?.() === 0;
    if (asRoot) process.seteuid?.(65_534);
    let found: WorkspaceChanges;
    try {
      found = await changes();
    } finally {
      if (asRoot) process.seteuid?.(0);
      await chmod(join(path, 'a'), 0o700);
    }
    expect(found.text).not.toContain('x.txt');
    expect(found.text).toContain('\\ Folders that cannot be read were not looked at: a');
    expect(await readFile(join(path, 'a/x.txt'), 'utf8')).toBe('x\n');
  });
});
