import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IN_FULL, leftOut, sampleless } from './test-in-full.mjs';
import { workspacePackages, workspaceRoot } from './support/workspace.mjs';

/** @param {string} folder of the workspace @returns {string[]} the test files below it that look at ASSAY_SAMPLES */
function withSamples(folder) {
  return readdirSync(join(workspaceRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.m?[jt]s$/u.test(path) && path !== 'test-in-full.test.mjs')
    .map((path) => `${folder}/${path}`)
    .filter((path) => readFileSync(join(workspaceRoot, path), 'utf8').includes("process.env['ASSAY_SAMPLES']"));
}

test('every test that `npm test` leaves out by its name is run somewhere, with the settings of its package', () => {
  const files = Object.entries(leftOut()).flatMap(([folder, { files: names }]) => names.map((name) => join(folder, name)));
  const inFull = Object.entries(IN_FULL).flatMap(([folder, { files: names }]) => names.map((name) => join(folder, name)));
  const all = workspacePackages().flatMap(({ folder }) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .flatMap(({ name }) => readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, name, path)))
      .filter((path) => path.endsWith('.whole.test.ts'))
      .map((path) => path.slice(workspaceRoot.length + 1)),
  );
  expect([...files, ...inFull.filter((path) => path.endsWith('.whole.test.ts'))].toSorted()).toEqual(all.toSorted());
  expect(files.length).toBeGreaterThan(10);
  expect(leftOut()['apps/cli']?.config).toBe('apps/cli/vitest.config.ts');
});

test('every test that runs a sample is run as a whole somewhere', () => {
  const named = Object.entries(IN_FULL).flatMap(([folder, { files }]) => files.map((file) => (folder === '.' ? file : `${folder}/${file}`)));
  const folders = workspacePackages().map(({ folder }) => folder.slice(workspaceRoot.length + 1));
  const found = ['scripts', ...folders.flatMap((folder) => [`${folder}/src`, `${folder}/test`])].flatMap((folder) => {
    try {
      return withSamples(folder);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
      throw error;
    }
  });
  expect(named.toSorted()).toEqual(found.toSorted());
  expect(sampleless()).toEqual([]);
  expect(readFileSync(join(workspaceRoot, '.ci/run'), 'utf8')).toContain('node scripts/test-in-full.mjs');
});
