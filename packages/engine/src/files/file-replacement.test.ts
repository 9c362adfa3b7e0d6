import { execFileSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileReplacement } from './file-replacement.js';

const root = await mkdtemp(join(tmpdir(), 'assay-replacement-'));
afterAll(() => rm(root, { recursive: true, force: true }));

let folder: string;
let count = 0;
beforeEach(async () => {
  folder = join(root, String((count += 1)));
  await mkdir(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'];
const listeners = (): readonly number[] => SIGNALS.map((name) => process.listenerCount(name));

test('the old content stands until the new one is whole', async () => {
  const file = join(folder, 'a.txt');
  await writeFile(file, 'old');
  const before = listeners();
  const replacement = await FileReplacement.open(file);
  await replacement.append('new ');
  await replacement.append('content');
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(listeners()).not.toEqual(before);
  await replacement.commit({ durable: true });
  expect(await readFile(file, 'utf8')).toBe('new content');
  expect(await readdir(folder)).toEqual(['a.txt']);
  expect(listeners()).toEqual(before);
});

test('what is discarded leaves nothing, and may be discarded and added to again', async () => {
  const replacement = await FileReplacement.open(join(folder, 'a.txt'));
  await replacement.append('x');
  await replacement.discard();
  await replacement.append('y');
  await replacement.commit();
  await replacement.discard();
  expect(await readdir(folder)).toEqual([]);
});

test('fifty at once are watched by one listener a signal', async () => {
  const before = listeners();
  const open = await Promise.all(Array.from({ length: 50 }, (_, index) => FileReplacement.open(join(folder, String(index)))));
  expect(listeners()).toEqual(before.map((each) => each + 1));
  await Promise.all(open.map((replacement) => replacement.discard()));
  expect(listeners()).toEqual(before);
});

test('a failure to put it in place leaves the old content and nothing beside it', async () => {
  const file = join(folder, 'a.txt');
  const replacement = await FileReplacement.open(file);
  await mkdir(file);
  await expect(replacement.commit()).rejects.toMatchObject({ code: 'EISDIR' });
  await replacement.discard();
  expect(await readdir(folder)).toEqual(['a.txt']);
});

describe.skipIf(process.platform === 'win32')('on POSIX', () => {
  test('a link stays one, and what it leads to is replaced', async () => {
    await writeFile(join(folder, 'a.txt'), 'old');
    await symlink('a.txt', join(folder, 'link'));
    await FileReplacement.write(join(folder, 'link'), 'new');
    expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('new');
  });

  test.each([0o666, 0o600, 0o755])('permissions stay, whatever the mask: %i', async (mode) => {
    const file = join(folder, 'a.txt');
    await writeFile(file, 'old');
    await chmod(file, mode);
    await FileReplacement.write(file, 'new');
    expect((await stat(file)).mode & 0o777).toBe(mode);
  });

  test.runIf(process.getuid?.() === 0)('the owner stays, where whoever writes may give files away', async () => {
    const file = join(folder, 'a.txt');
    await writeFile(file, 'old');
    await chown(file, 1234, 2345);
    await FileReplacement.write(file, 'new');
    expect(await stat(file)).toMatchObject({ uid: 1234, gid: 2345 });
  });

  test('a name may be as long as names can be', async () => {
    const file = join(folder, 'é'.repeat(127));
    await FileReplacement.write(file, 'new');
    await FileReplacement.write(file, 'newer');
    expect(await readFile(file, 'utf8')).toBe('newer');
  });

  test('a pipe and a folder stay what they are', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await mkdir(join(folder, 'sub'));
    await expect(FileReplacement.write(join(folder, 'pipe'), 'new')).rejects.toThrow('it is no regular file');
    await expect(FileReplacement.write(join(folder, 'sub'), 'new')).rejects.toMatchObject({ code: 'EISDIR' });
    expect((await stat(join(folder, 'pipe'))).isFIFO()).toBe(true);
    expect((await readdir(folder)).toSorted()).toEqual(['pipe', 'sub']);
  });
});
