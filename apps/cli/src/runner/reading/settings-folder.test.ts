import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProjectRoot } from '@assay/loaders';
import { expect, onTestFinished, test } from 'vitest';
import { settingsFolder } from './settings-folder.js';

/** Where the settings for these suites come from, for a command in `from`. */
async function settingsOf(folders: readonly string[], from: string, suites: readonly string[]): Promise<string> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'assay-settings-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  for (const folder of [...folders, from]) await mkdir(join(base, folder), { recursive: true });
  const folder = settingsFolder({ cwd: join(base, from), suites: suites.map((suite) => join(base, suite)), findProjectRoot });
  return folder.slice(base.length + 1);
}

test.each([
  ['the working directory has settings', ['a/.assay', 'b/.assay'], 'a', ['b/evals/one.yaml'], 'a'],
  ['a folder above it has', ['a/.agentv', 'a/deep', 'b/.assay'], 'a/deep', ['b/one.yaml'], 'a/deep'],
  ['only the project of the suites has', ['.git', 'examples/.assay', 'examples/x'], '.', ['examples/x/one.yaml', 'examples/two.yaml'], 'examples'],
  ['the suites are of two projects', ['.git', 'a/.assay', 'b/.assay'], '.', ['a/one.yaml', 'b/one.yaml'], ''],
  ['one suite has a project, the other has none', ['.git', 'a/.assay', 'b'], '.', ['a/one.yaml', 'b/one.yaml'], 'a'],
  ['nobody has any', ['a'], '.', ['a/one.yaml'], ''],
] as const)('%s', async (_, folders, from, suites, expected) => {
  expect(await settingsOf(folders, from, suites)).toBe(expected);
});
