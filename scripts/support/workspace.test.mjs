import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pinnedPackageManager } from '../pnpm.mjs';
import { workspacePackages, workspaceRoot } from './workspace.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(workspaceRoot, path), 'utf8');

test('dependencies can be installed from any registry: no file of the workspace names one', () => {
  expect(read('pnpm-lock.yaml')).not.toMatch(/tarball: https?:/u);
  for (const folder of ['', ...workspacePackages().map(({ folder: path }) => path)]) {
    const npmrc = join(folder === '' ? workspaceRoot : folder, '.npmrc');
    if (existsSync(npmrc)) expect(readFileSync(npmrc, 'utf8'), npmrc).not.toMatch(/registry|_auth|cafile/u);
  }
});

test('pnpm is pinned to an exact version', () => {
  expect(pinnedPackageManager()).toMatch(/^pnpm@\d+\.\d+\.\d+$/u);
});

test('the command line depends on every published package, so that its build comes last', () => {
  const packages = workspacePackages().filter(({ manifest }) => manifest.private !== true);
  const { dependencies, devDependencies } = packages.find(({ name }) => name === 'assay')?.manifest ?? {};
  const others = packages.map(({ name }) => name).filter((name) => name !== 'assay');
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(others));
});

test('versions stand in the catalog only, and the catalog pins them exactly', () => {
  for (const { name, manifest } of workspacePackages()) {
    for (const [dependency, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version, `${dependency} in ${name}`).toMatch(/^(?:catalog:|workspace:\*)$/u);
    }
  }
  const catalog = read('pnpm-workspace.yaml').split('\ncatalog:\n')[1]?.split('\n\n')[0] ?? '';
  const versions = catalog.split('\n').filter((line) => !line.startsWith('  #')).map((line) => line.replace(/^.*: /u, ''));
  // A second version of a package has a name of its own.
  expect(versions.filter((version) => !/^(?:npm:(?:@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version))).toEqual([]);
});
