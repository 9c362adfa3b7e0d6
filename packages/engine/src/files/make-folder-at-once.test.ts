import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderAtOnce } from './make-folder-at-once.js';

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-make-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function codeOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
  return undefined;
}

test('makes a folder with those above it, and leaves one that is there', () => {
  const path = join(temporary(), 'a/b/c');
  makeFolderAtOnce(path, 0o700);
  makeFolderAtOnce(path, 0o755);
  expect(statSync(path).isDirectory()).toBe(true);
});

test.runIf(process.platform !== 'win32')('those above it have its rights', () => {
  const folder = temporary();
  makeFolderAtOnce(join(folder, 'a/b'), 0o700);
  expect(['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('a file in the way is an error', () => {
  const folder = temporary();
  writeFileSync(join(folder, 'file'), '');
  expect(codeOf(() => makeFolderAtOnce(join(folder, 'file'), 0o700))).toBe('EEXIST');
  expect(codeOf(() => makeFolderAtOnce(join(folder, 'file/below'), 0o700))).toBe('ENOTDIR');
});

// A disk that can only be read is there in containers (/sys); elsewhere it is a folder in which nobody may make one.
test.runIf(process.platform === 'linux').each(['/proc', '/sys'])('a place where nothing can be made (%s) is an error, and the one that the system gives', (root) => {
  const code = codeOf(() => mkdirSync(join(root, 'assay')));
  expect(code).toMatch(/^E/u);
  expect(codeOf(() => makeFolderAtOnce(join(root, 'assay'), 0o700))).toBe(code);
  expect(codeOf(() => makeFolderAtOnce(join(root, 'assay/run/deeper'), 0o700))).toBe(code);
});
