import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@assay/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSpent, writeSpent } from './spent-file.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'assay-spent-'))));
afterEach(async () => rm(folder, { recursive: true, force: true }));

test('what is noted is read back, and nothing where nothing was noted', async () => {
  expect(await readSpent(folder)).toEqual([]);
  const records = [
    { of: { costUsd: 1.5, tokens: 10, timeMs: 3000, untold: { requests: 2, costUsd: 0.25, tokens: 3 } } },
    { suite: { suite: 'geo', suitePath: 'a/geo.yaml' }, of: { costUsd: 0.5, tokens: 4, timeMs: 20 } },
  ];
  await writeSpent(folder, records);
  expect(await readSpent(folder)).toEqual(records);
});

test.each(['{"run": {"cost_usd": -1, "tokens": 0, "time_ms": 0}, "suites": []}', '{"run": ', '[]'])('%s is told, not taken for nothing', async (text) => {
  await writeFile(join(folder, 'spent.json'), text);
  await expect(readSpent(folder)).rejects.toThrow(StoreError);
});
