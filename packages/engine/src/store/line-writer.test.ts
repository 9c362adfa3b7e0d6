import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
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
