import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { attachedDigests } from '../attached/attached-digests.js';
import { contentDigests } from './content-digests.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A file that there is, and that nobody can read: memory that is not mapped. */
const UNREADABLE = '/proc/self/mem';

describe('what files hold', () => {
  test('is read once, and again when its time or size has changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-digests-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'a.txt');
    const digestOf = contentDigests();
    await writeFile(file, 'one');
    const times = await stat(file);
    expect(await digestOf(file, times)).toBe(sha256('one'));
    await writeFile(file, 'two');
    expect(await digestOf(file, times)).toBe(sha256('one'));
    await utimes(file, 1, 1);
    expect(await digestOf(file, await stat(file))).toBe(sha256('two'));
  });

  test.skipIf(process.platform !== 'linux')('has no digest where it cannot be read, and a row says none', async () => {
    expect(await contentDigests()(UNREADABLE, await stat(UNREADABLE))).toBeUndefined();
    const digests = await attachedDigests([{ role: 'user', content: [{ type: 'file', value: 'mem', path: UNREADABLE }] }]);
    expect([...digests.values()]).toEqual([]);
  });
});
