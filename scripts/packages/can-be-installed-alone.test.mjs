/** Packs every package, installs each alone, imports all of its entries, and compiles a file that uses their types. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf, installAlone } from './install-alone.mjs';
import { entriesOf, packAll, publishedPackages } from './pack.mjs';
import { runNode } from './run-clean.mjs';

/**
 * @typedef {import('./pack.mjs').PackedPackage} PackedPackage
 *
 * @typedef {object} TypesChecker
 * @property {(tarball: Uint8Array) => unknown} createPackageFromTarballData
 * @property {(pkg: unknown) => Promise<{types: false | {kind: string}, problems?: {kind: string, resolutionKind?: string}[]}>} checkPackage
 */

const { resolve: resolveTool } = createRequire(import.meta.url);
/** What the command of the same name asks: a process of its own for each package would load a compiler each time. */
const attw = createRequire(resolveTool('@arethetypeswrong/cli/package.json')).resolve('@arethetypeswrong/core');
/** The packages whose types are looked for in all ways, where not all samples are asked for: one bundle, several entries, and one entry. All are compiled. */
const RESOLVED = process.env['ASSAY_SAMPLES'] === 'all' ? publishedPackages.map(({ name }) => name) : ['assay', '@assay/reports', '@assay/judges'];
/** How packages are looked for by those who cannot import ES modules. */
const NOT_ESM = new Set(['node10', 'node16-cjs']);
/** The native compiler, and where all samples are run the one that is still common beside it, which takes five times as long. */
const compilers = ['typescript-native', ...(process.env['ASSAY_SAMPLES'] === 'all' ? ['typescript'] : [])].map((name) => {
  const manifest = resolveTool(`${name}/package.json`);
  // Each checker of the native one would check what all packages share anew.
  const tsc = [join(dirname(manifest), 'bin/tsc'), ...(name === 'typescript-native' ? ['--checkers', '1'] : [])];
  return { tsc, version: JSON.parse(readFileSync(manifest, 'utf8')).version };
});
/** Two rows of one column, `input`; its page says that it has 63. */
const DAMAGED_PARQUET = 'UEFSMRUGFRQVFFwVfhUAFQQVABUAFQAAAAEAAABhAQAAAGIVBBksSARyb290FQIAFQwlABgFaW5wdXQlAAAWBBkcGRwmCBwVDBkVABkYBWlucHV0FQAWBBY+Fj4mCAAAFj4WBDY+ACgJaHlwYXJxdWV0GRwcAAAAVQAAAFBBUjE=';
/** What programs compile with: `AbortSignal`, and the `Blob` of valibot, are among the names of browsers that TypeScript knows by default, or among those of Node. */
const MODES = {
  'nodenext, without @types/node': { module: 'nodenext' },
  'bundler, without @types/node': { module: 'preserve', moduleResolution: 'bundler' },
  'nodenext, without what browsers have': { module: 'nodenext', lib: ['es2023'], typeRoots: [dirname(dirname(resolveTool('@types/node/package.json')))], types: ['node'] },
};

let root = '';
/** @type {PackedPackage[]} */
let packed = [];

/** @param {string} name @returns {PackedPackage} */
function packedPackage(name) {
  const found = packed.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`${name} was not packed`);
  return found;
}

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-packages-')));
  mkdirSync(join(root, 'installed'));
  packed = await packAll();
  await installAlone(join(root, 'installed'), packed);
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(publishedPackages.map(({ name }) => name))('%s', { concurrent: true, timeout: 120_000 }, (name) => {
  const folder = () => join(root, 'installed', folderOf(name));

  test('the packed package.json holds nothing that works in this workspace only', () => {
    const { manifest } = packedPackage(name);
    const { dependencies = {}, peerDependencies = {}, optionalDependencies = {}, exports } = manifest;
    const versions = Object.values({ ...dependencies, ...peerDependencies, ...optionalDependencies });
    expect(versions.filter((version) => /^(?:workspace|catalog|link|file):/u.test(version))).toEqual([]);
    expect(JSON.stringify(exports)).not.toContain('src/');
    expect(JSON.stringify(exports)).not.toContain('@assay/source');
  });

  test('the tarball holds what was built, a README and the licence, and neither tests nor sources', () => {
    const { files } = packedPackage(name);
    expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
    expect(files.filter((file) => /\.test\.|^src\/|^test\//u.test(file))).toEqual([]);
  });

  test('publint finds nothing', async () => {
    const { tarball } = packedPackage(name);
    const bytes = readFileSync(tarball);
    const { messages, pkg } = await publint({
      strict: true,
      pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('every entry can be imported in a fresh process, and exports something', async () => {
    const entries = entriesOf(packedPackage(name));
    expect(entries).toContain(name);
    for (const entry of entries) {
      const code = `const names = Object.keys(await import('${entry}')); if (names.length === 0) throw new Error('${entry} exports nothing');`;
      const { exitCode, output } = await runNode(['--input-type=module', '--eval', code], folder());
      expect(exitCode, output).toBe(0);
    }
  });

  test('every file that its exports name is packed', () => {
    const { manifest, files } = packedPackage(name);
    const targets = Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(/** @type {Record<string, string>} */ (target)),
    );
    for (const target of targets) {
      const [before = '', after = ''] = target.slice('./'.length).split('*');
      const isPacked = files.some((file) => file.startsWith(before) && file.endsWith(after));
      expect(isPacked, `${target} is not in the tarball`).toBe(true);
    }
  });
});

test.each(RESOLVED)('the types of %s resolve for ESM users', { timeout: 120_000 }, async (name) => {
  /** @type {TypesChecker} */
  const { checkPackage, createPackageFromTarballData } = await import(pathToFileURL(attw).href);
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packedPackage(name).tarball)));
  expect(analysis.types).toMatchObject({ kind: 'included' });
  expect(analysis.problems?.filter(({ resolutionKind = '' }) => !NOT_ESM.has(resolutionKind))).toEqual([]);
});

test('nothing can be used that a package does not declare', async () => {
  const code = "import.meta.resolve('yaml')";
  const file = join(root, 'installed', folderOf('@assay/schema'), 'node_modules/@assay/schema/probe.mjs');
  writeFileSync(file, code);
  const { exitCode, output } = await runNode([file]);
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: expect.stringContaining("Cannot find package 'yaml'") });
});

// One program for all packages: each file sees only what is installed in its own folder.
test.each(
  compilers.flatMap((compiler) => Object.entries(MODES).map(([mode, options]) => ({ ...compiler, mode, options }))),
)('strict TypeScript $version files that use the types of every entry compile under $mode', { timeout: 120_000 }, async ({ tsc, options }) => {
  const installed = join(root, 'installed');
  for (const pkg of packed) {
    const lines = entriesOf(pkg).map(
      (entry, index) => `import * as entry${index} from '${entry}';\nexport type Names${index} = keyof typeof entry${index};`,
    );
    writeFileSync(join(installed, folderOf(pkg.name), 'uses.mts'), `${lines.join('\n')}\n`);
  }
  // The declarations that come with TypeScript are all that is not checked.
  const compilerOptions = { strict: true, noEmit: true, target: 'es2023', skipDefaultLibCheck: true, types: [], skipLibCheck: false, ...options };
  const files = packed.map(({ name }) => `${folderOf(name)}/uses.mts`);
  writeFileSync(join(installed, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const { exitCode, output } = await runNode([...tsc, '--project', 'tsconfig.json'], installed);
  expect(exitCode, output).toBe(0);
});

test('nothing that is installed with any of the packages runs a script', () => {
  const store = join(root, 'installed/node_modules/.pnpm');
  const manifests = readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/\\]+[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+[/\\]package\.json$/u.test(path))
    .map((path) => join(store, path));
  expect(manifests.length).toBeGreaterThan(packed.length);
  const scripts = manifests.flatMap((path) => {
    const { name, scripts: written = {} } = JSON.parse(readFileSync(path, 'utf8'));
    return ['preinstall', 'install', 'postinstall'].filter((script) => script in written).map((script) => `${name}: ${script}`);
  });
  expect(scripts).toEqual([]);
});

test('the loaders that are installed guard against damaged Parquet, as those of the workspace do', async () => {
  const { manifest } = packedPackage('@assay/loaders');
  expect(Object.keys(manifest.dependencies ?? {})).not.toContain('hyparquet');
  const folder = join(root, 'installed', folderOf('@assay/loaders'));
  expect(readFileSync(join(folder, 'node_modules/@assay/loaders/dist/THIRD-PARTY-NOTICES.txt'), 'utf8')).toMatch(/^hyparquet \d/mu);
  writeFileSync(join(folder, 'data.parquet'), Buffer.from(DAMAGED_PARQUET, 'base64'));
  const code = "import { loadSuite } from '@assay/loaders';\nconst suite = await loadSuite('data.parquet');\nfor await (const { evalCase } of suite.cases()) console.log(evalCase.id);\n";
  writeFileSync(join(folder, 'damaged.mjs'), code);
  const { exitCode, output } = await runNode(['damaged.mjs'], folder);
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: expect.stringContaining('a page says that it has more values than its column') });
});

describe('the assay command', () => {
  const bin = () => {
    const { manifest } = packedPackage('assay');
    return join(root, 'installed/assay/node_modules/assay', `${manifest.bin?.['assay']}`);
  };

  test('answers --version with the version of its package', async () => {
    const { exitCode, output } = await runNode([bin(), '--version'], join(root, 'installed/assay'));
    expect({ exitCode, output: output.trim() }).toEqual({ exitCode: 0, output: packedPackage('assay').manifest.version });
  });

  test('carries the licences of the packages in its bundle', () => {
    const notices = readFileSync(join(bin(), '../../THIRD-PARTY-NOTICES.txt'), 'utf8');
    const ofParts = packed.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})).filter((name) => !name.startsWith('@assay/'));
    expect(ofParts).toEqual(expect.arrayContaining(['openai', '@anthropic-ai/sdk', 'valibot', 'yaml']));
    for (const name of ['commander', ...ofParts]) {
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([\\w.-]+\\)$`, 'mu'));
    }
    // Each with the terms: MIT and ISC say that they have to stand in every copy.
    const [, ...byPackage] = notices.split(`\n\n${'-'.repeat(80)}\n\n`);
    expect(byPackage.filter((notice) => !/Permission|PERMISSION|Redistribution|Apache License|public domain/u.test(notice))).toEqual([]);
    expect(notices).not.toContain('@assay/');
  });

  test('needs nothing beside it: no dependency, no script, and no other package in its types', () => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, scripts = {} } = packedPackage('assay').manifest;
    expect({ dependencies, optionalDependencies }).toEqual({ dependencies: undefined, optionalDependencies: undefined });
    // The runtime of local models is for those who use it.
    expect(peerDependencies).toEqual({ '@huggingface/transformers': expect.any(String) });
    expect(peerDependenciesMeta).toEqual({ '@huggingface/transformers': { optional: true } });
    expect(Object.keys(scripts).filter((script) => /install|prepare|prepublish/u.test(script))).toEqual([]);
    const types = readFileSync(join(bin(), '../../index.d.ts'), 'utf8');
    expect(types).toContain('declare function evaluate(');
    expect(types.match(/^import .*$|\bimport\(.*$|\breference types\b.*$/gmu)).toBeNull();
  });

  test('answers --help', async () => {
    const { exitCode, output } = await runNode([bin(), '--help'], join(root, 'installed/assay'));
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^Usage: assay/mu);
  });
});
