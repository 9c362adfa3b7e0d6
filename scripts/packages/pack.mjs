import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pnpm } from '../pnpm.mjs';
import { workspacePackages, workspaceRoot } from '../support/workspace.mjs';

/**
 * @typedef {object} PackedPackage
 * @property {string} name
 * @property {string} importer the package's folder from the workspace root, as the lockfile writes it
 * @property {string} tarball absolute path
 * @property {string} integrity as lockfiles write it
 * @property {import('../support/workspace.mjs').Manifest} manifest as published: publishConfig applied, `workspace:` and `catalog:` replaced
 * @property {string[]} files the packed files, from the package's folder
 */

/** @param {string[]} args @returns {string} */
function tar(args) {
  const { status, stdout, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** The packages that are published: all that are not private. */
export const publishedPackages = workspacePackages().filter(({ manifest }) => manifest.private !== true);

/** @returns {Promise<PackedPackage[]>} */
async function pack() {
  const destination = mkdtempSync(join(process.env['ASSAY_SCRATCH_FOLDER'] ?? tmpdir(), 'assay-tarballs-'));
  process.once('exit', () => rmSync(destination, { recursive: true, force: true }));
  for (const { name, folder } of publishedPackages) {
    if (!existsSync(join(folder, 'dist'))) throw new Error(`${name} has no dist folder: run "npm run build" first`);
  }
  const filters = publishedPackages.map(({ name }) => `--filter=${name}`);
  const { exitCode, output } = await pnpm([...filters, '--recursive', 'pack', `--pack-destination=${destination}`], {
    capture: true,
  });
  if (exitCode !== 0) throw new Error(`pnpm pack failed:\n${output}`);
  return publishedPackages.map(({ name, folder, manifest: { version } }) => {
    const tarball = join(destination, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    return {
      name,
      importer: relative(workspaceRoot, folder).split(sep).join('/'),
      tarball,
      integrity: `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`,
      manifest: JSON.parse(tar(['-xzOf', tarball, 'package/package.json'])),
      files: tar(['-tzf', tarball])
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.slice('package/'.length)),
    };
  });
}

/** @type {Promise<PackedPackage[]> | undefined} */
let packed;

/**
 * Packs every published package, as `pnpm publish` would, once for all tests of a process.
 * @returns {Promise<PackedPackage[]>}
 */
export function packAll() {
  packed ??= pack();
  return packed;
}

/** @param {PackedPackage} [pkg] @returns {string[]} its entries that hold code, as a user writes them: `@assay/reports/statistics` */
export function entriesOf(pkg) {
  const entries = Object.entries(pkg?.manifest.exports ?? {}).filter(([, target]) => typeof target === 'object');
  return entries.map(([entry]) => `${pkg?.name}${entry.slice(1)}`);
}
