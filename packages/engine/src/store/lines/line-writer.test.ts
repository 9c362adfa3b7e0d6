import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StoreError } from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../../test/bundle.js';
import { failureOf } from '../../../test/failure-of.js';
import { LineWriter } from './line-writer.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-lines-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (file: string): Promise<LineWriter> => LineWriter.open(file, { fsync: false });

test('lines that come at once go out in their order, and fsync changes nothing about it', async () => {
  for (const fsync of [false, true]) {
    const file = join(directory, `lines-${fsync}`);
    const writer = await LineWriter.open(file, { fsync });
    const lines = Array.from({ length: 200 }, (_, index) => `${index} ${'ä'.repeat(index)}\n`);
    await Promise.all(lines.map((line) => writer.append(line)));
    await writer.close();
    expect(await readFile(file, 'utf8')).toBe(lines.join(''));
  }
});

test('closing and flushing wait for the lines that are under way', async () => {
  const file = join(directory, 'lines');
  const writer = await open(file);
  // Longer than what goes out in one write, so that one is still waiting.
  const lines = ['a', 'b', 'c'].map((letter) => `${letter.repeat(2 ** 24)}\n`);
  for (const line of lines) void writer.append(line);
  await writer.flush();
  expect((await stat(file)).size).toBe(lines.join('').length);
  for (const line of lines) void writer.append(line);
  await writer.close();
  expect((await stat(file)).size).toBe(2 * lines.join('').length);
});

describe.skipIf(process.platform === 'win32')('a file that may not grow beyond the middle of a line', () => {
  test('keeps the lines before, whole, and nothing of those that fail', async () => {
    const script = await bundle(fileURLToPath(new URL('../../../test/write-three-lines.ts', import.meta.url)), join(directory, 'bundle'));
    const file = join(directory, 'lines');
    // Blocks of 512 bytes: 4,096 bytes hold one line and a third of the next one.
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, script, file]);
    const [first, ...others] = stdout.trim().split('\n');
    expect(first).toBe('written');
    expect(others).toHaveLength(2);
    for (const said of others) expect(said).toContain(`cannot write ${file}: `);
    expect(await readFile(file, 'utf8')).toBe(`${'a'.repeat(2999)}\n`);
  });
});

// Every write to this device fails, as on a disk that is full.
describe.skipIf(!existsSync('/dev/full'))('a disk that is full', () => {
  test('fails every line, those that waited and those that come later with the first error', async () => {
    const writer = await open('/dev/full');
    const lines = ['a', 'b', 'c'].map((text) => failureOf(writer.append(`${text}\n`)));
    const [first, ...others] = await Promise.all(lines);
    expect(first).toBeInstanceOf(StoreError);
    expect(first).toMatchObject({ message: 'cannot write /dev/full: no space left on the disk (ENOSPC)' });
    expect(others).toEqual([first, first]);
    expect(await failureOf(writer.append('d\n'))).toBe(first);
    expect(await failureOf(writer.flush())).toBe(first);
    await writer.close();
  });
});

describe.skipIf(process.platform === 'win32')('a file that was removed', () => {
  test('fails the flush', async () => {
    const file = join(directory, 'lines');
    const writer = await open(file);
    await writer.append('a\n');
    await rm(file);
    const message = `cannot write ${file}: it was removed while the run was going on`;
    expect(await failureOf(writer.flush())).toMatchObject({ message });
    await writer.close();
  });

  test('or moved with its folder fails the flush too, and keeps its lines', async () => {
    const folder = await mkdtemp(join(directory, 'run-'));
    const file = join(folder, 'lines');
    const writer = await open(file);
    await writer.append('a\n');
    await rename(folder, `${folder}-moved`);
    const message = `cannot write ${file}: it was moved away while the run was going on`;
    expect(await failureOf(writer.flush())).toMatchObject({ message });
    await mkdir(folder);
    await writeFile(file, 'of somebody else');
    expect(await failureOf(writer.flush())).toMatchObject({ message });
    await writer.close();
    expect(await readFile(join(`${folder}-moved`, 'lines'), 'utf8')).toBe('a\n');
  });

  test('fails the lines that come after a second', async () => {
    const file = join(directory, 'lines');
    const writer = await open(file);
    await rm(file);
    await sleep(1100);
    const message = `cannot write ${file}: it was removed while the run was going on`;
    expect(await failureOf(writer.append('a\n'))).toMatchObject({ message });
    await writer.close();
  });
});