import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRun } from './find-run.js';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'assay-find-run-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test.each([['run.json', ''], ['results.jsonl', '{}\n'], ['results.jsonl', '{"torn']])('a folder with %s (%j) holds a run', async (file, text) => {
  const path = await folder();
  await writeFile(join(path, file), text);
  expect(await findRun(path)).toBe(path);
});

test('results without a byte are those of a run that was killed before it had begun; a link that leads nowhere may hide more', async () => {
  const path = await folder();
  await writeFile(join(path, 'results.jsonl'), '');
  expect(await findRun(path)).toBeUndefined();
  await rm(join(path, 'results.jsonl'));
  await symlink(join(path, 'nowhere'), join(path, 'results.jsonl'));
  expect(await findRun(path)).toBe(path);
});

test('other folders, files and paths that do not exist hold none', async () => {
  const path = await folder();
  await writeFile(join(path, 'file'), '');
  expect(await findRun(path)).toBeUndefined();
  expect(await findRun(join(path, 'file'))).toBeUndefined();
  expect(await findRun(join(path, 'nothing'))).toBeUndefined();
});
