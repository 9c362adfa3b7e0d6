import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRun } from './find-run.js';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'assay-find-run-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test.each(['run.json', 'results.jsonl'])('a folder with %s holds a run', async (file) => {
  const path = await folder();
  await writeFile(join(path, file), '');
  expect(await findRun(path)).toBe(path);
});

test('other folders, files and paths that do not exist hold none', async () => {
  const path = await folder();
  await writeFile(join(path, 'file'), '');
  expect(await findRun(path)).toBeUndefined();
  expect(await findRun(join(path, 'file'))).toBeUndefined();
  expect(await findRun(join(path, 'nothing'))).toBeUndefined();
});
