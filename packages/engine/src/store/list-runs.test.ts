import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeManifest } from '@assay/schema';
import { sampleManifest } from '@assay/schema/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRunId } from './create-run-id.js';
import { latestRun, listRuns } from './list-runs.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-runs-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('createRunId', () => {
  test('is the UTC time to the second and four hex digits', () => {
    const now = Date.UTC(2026, 10, 21, 9, 12, 33, 999);
    expect(createRunId(now, () => 0x4f2a / 0x10000)).toBe('2026-11-21T09-12-33-4f2a');
    expect(createRunId(now, () => 0)).toBe('2026-11-21T09-12-33-0000');
    expect(createRunId()).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9a-f]{4}$/u);
  });

  test('names sort by time', () => {
    const ids = [9, 10, 11, 60, 3600, 86_400].map((second) => createRunId(second * 1000, () => 0.5));
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('listRuns', () => {
  test('newest first; folders and files that are no runs are left out', async () => {
    for (const name of ['2026-01-02T00-00-00-aaaa', '2026-01-01T00-00-00-bbbb', 'zzz-not-a-run']) await mkdir(join(directory, name));
    await writeFile(join(directory, '2026-01-02T00-00-00-aaaa', 'run.json'), '{}');
    await writeFile(join(directory, '2026-01-01T00-00-00-bbbb', 'results.jsonl'), '{}\n');
    await writeFile(join(directory, 'zzzz.txt'), '');
    expect((await listRuns(directory)).map(({ runId }) => runId)).toEqual(['2026-01-02T00-00-00-aaaa', '2026-01-01T00-00-00-bbbb']);
    expect(await latestRun(directory)).toEqual({
      runId: '2026-01-02T00-00-00-aaaa',
      directory: join(directory, '2026-01-02T00-00-00-aaaa'),
    });
  });

  test('of two runs of the same second, the manifests say which is newer', async () => {
    const runs = { '2026-01-01T00-00-00-ffff': '00:00:00.100Z', '2026-01-01T00-00-00-0000': '00:00:00.900Z' };
    for (const [runId, time] of Object.entries(runs)) {
      const folder = join(directory, runId);
      await mkdir(folder);
      const manifest = sampleManifest({ runId, startedAt: `2026-01-01T${time}` });
      await writeFile(join(folder, 'run.json'), JSON.stringify(encodeManifest(manifest)));
    }
    expect((await latestRun(directory))?.runId).toBe('2026-01-01T00-00-00-0000');
    const other = join(directory, 'other');
    await mkdir(join(other, '2026-01-01T00-00-00-8888'), { recursive: true });
    await writeFile(join(other, '2026-01-01T00-00-00-8888', 'run.json'), JSON.stringify(encodeManifest(sampleManifest({ startedAt: '2026-01-01T00:00:00.500Z' }))));
    expect((await listRuns(directory, other)).map(({ runId }) => runId.slice(-4))).toEqual(['0000', '8888', 'ffff']);
  });

  test('a folder that does not exist has no runs; one that cannot be read is an error', async () => {
    expect(await listRuns(join(directory, 'none'))).toEqual([]);
    expect(await latestRun(join(directory, 'none'))).toBeUndefined();
    await writeFile(join(directory, 'file'), '');
    await expect(listRuns(join(directory, 'file'))).rejects.toThrow('(ENOTDIR)');
  });
});
