import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSupplyChain } from './check-supply-chain.mjs';
import { isAllowed } from './supply-chain/licence-terms.mjs';

let root = '';

/** @param {Record<string, string | object>} files */
function write(files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** @param {object} [more] of the package that is installed by way of another */
function writeWorkspace(more = {}) {
  write({
    'packages/reader/package.json': { name: '@assay/reader', dependencies: { direct: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'packages/reader/node_modules/direct/package.json': { name: 'direct', version: '1.0.0', license: 'MIT', dependencies: { inner: '^2.0.0' } },
    'node_modules/inner/package.json': { name: 'inner', version: '2.1.0', license: 'ISC', ...more },
    'node_modules/tool/package.json': { name: 'tool', version: '1.0.0', license: 'GPL-3.0', scripts: { postinstall: 'x' } },
    'pnpm-lock.yaml': 'packages:\n  direct@1.0.0:\n    resolution: {integrity: sha512-a}\n',
  });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-supply-chain-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what reaches a user', () => {
  test('may have licences of the allowed kinds; tools of the workspace may have others', () => {
    writeWorkspace();
    expect(checkSupplyChain(root)).toEqual([]);
  });

  test('a script at the installation is a problem, with the way that leads there', () => {
    writeWorkspace({ scripts: { postinstall: 'node steal.js' } });
    expect(checkSupplyChain(root)).toEqual([
      'inner@2.1.0 (@assay/reader → direct) runs a script when it is installed: postinstall: node steal.js',
    ]);
  });

  test('so is a package that npm would compile', () => {
    writeWorkspace();
    write({ 'node_modules/inner/binding.gyp': '{}' });
    expect(checkSupplyChain(root)).toEqual([expect.stringContaining('node-gyp rebuild')]);
  });

  test.each(['GPL-3.0', 'UNLICENSED', undefined])('the licence %s is a problem', (license) => {
    writeWorkspace({ license });
    expect(checkSupplyChain(root)).toEqual([expect.stringContaining(`inner@2.1.0 (@assay/reader → direct) has the licence`)]);
  });

  test('nothing may come with an app: what it needs is inside', () => {
    writeWorkspace();
    write({ 'apps/cli/package.json': { name: 'assay', dependencies: { inner: '2.1.0' } } });
    expect(checkSupplyChain(root)).toEqual([
      'assay has the dependency inner: what it needs is bundled, so move it to devDependencies',
    ]);
    write({ 'apps/cli/package.json': { name: 'assay', optionalDependencies: { inner: '2.1.0' } } });
    expect(checkSupplyChain(root)).toEqual([expect.stringContaining('assay has the dependency inner')]);
    write({ 'apps/cli/package.json': { name: 'assay', devDependencies: { inner: '2.1.0' } } });
    expect(checkSupplyChain(root)).toEqual([]);
  });

  test('what an app bundles counts as well', () => {
    writeWorkspace();
    write({ 'apps/cli/package.json': { name: 'assay', devDependencies: { tool: '1.0.0' } } });
    expect(checkSupplyChain(root)).toHaveLength(2);
  });

  test('what a private package bundles counts, and the tools that it is built and tested with do not', () => {
    writeWorkspace();
    const page = { name: '@assay/page', private: true, devDependencies: { tool: '1.0.0' } };
    write({ 'apps/page/package.json': page });
    expect(checkSupplyChain(root)).toEqual([]);
    write({ 'apps/page/package.json': { ...page, bundles: ['tool'] } });
    expect(checkSupplyChain(root)).toEqual([expect.stringContaining('tool@1.0.0 (@assay/page) has the licence GPL-3.0')]);
  });

  test('an optional dependency that this machine has no use for need not be there', () => {
    writeWorkspace({ optionalDependencies: { 'for-another-system': '1.0.0' } });
    expect(checkSupplyChain(root)).toEqual([]);
  });

  test('a lockfile entry without a checksum is a problem, and a script of a package of our own', () => {
    writeWorkspace();
    write({
      'pnpm-lock.yaml': 'packages:\n  direct@1.0.0:\n    resolution: {tarball: "https://example.com/direct.tgz"}\n',
      'packages/reader/package.json': { name: '@assay/reader', dependencies: { direct: '1.0.0' }, scripts: { postinstall: 'x' } },
    });
    expect(checkSupplyChain(root)).toEqual([
      '@assay/reader has a script "postinstall": installing Assay runs nothing',
      'pnpm-lock.yaml holds no checksum for direct@1.0.0',
    ]);
  });
});

test.each([
  ['MIT', true],
  ['Apache-2.0', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND BSD-3-Clause', true],
  ['MIT AND GPL-3.0', false],
  ['(MIT AND (GPL-3.0 OR ISC))', false],
  ['MITX', false],
  ['', false],
])('the expression %s: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));
