/**
 * Installs every packed package into a folder of its own, with nothing beside it but what it declares. The third-party
 * versions are those of the workspace's lockfile, so nothing is resolved anew and no network is used.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { pnpm } from '../pnpm.mjs';
import { workspaceRoot } from '../support/workspace.mjs';

/** @typedef {import('./pack.mjs').PackedPackage} PackedPackage */
/** @typedef {Record<string, {specifier: string, version: string}>} LockedDependencies */
/**
 * @typedef {object} Lockfile
 * @property {string} lockfileVersion
 * @property {object} settings
 * @property {Record<string, string>} [overrides]
 * @property {Record<string, Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', LockedDependencies>>>} importers
 * @property {Record<string, object>} packages
 * @property {Record<string, object>} snapshots
 */

/** The folder of a package inside the installation. @param {string} name */
export const folderOf = (name) => name.replace('@', '').replace('/', '-');

/**
 * @param {Lockfile} lockfile of the workspace
 * @param {readonly PackedPackage[]} packed
 * @returns {Lockfile} for an installation with one folder per packed package
 */
function isolatedLockfile(lockfile, packed) {
  const tarballs = new Map(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  /** @type {Lockfile} */
  const isolated = {
    lockfileVersion: lockfile.lockfileVersion,
    settings: lockfile.settings,
    overrides: Object.fromEntries(tarballs),
    importers: { '.': {} },
    packages: { ...lockfile.packages },
    snapshots: { ...lockfile.snapshots },
  };
  for (const { name, importer, integrity, manifest } of packed) {
    const tarball = `${tarballs.get(name)}`;
    const locked = lockfile.importers[importer];
    /** @param {Record<string, string>} [declared] */
    const versions = (declared = {}) =>
      Object.fromEntries(
        Object.keys(declared).map((dependency) => {
          const version =
            tarballs.get(dependency) ??
            (
              locked?.dependencies?.[dependency] ??
              locked?.optionalDependencies?.[dependency] ??
              locked?.devDependencies?.[dependency]
            )?.version;
          if (version === undefined) throw new Error(`pnpm-lock.yaml does not know ${dependency}, a dependency of ${name}`);
          return [dependency, version];
        }),
      );
    const optional = versions(manifest.optionalDependencies);
    isolated.importers[folderOf(name)] = {
      dependencies: { [name]: { specifier: tarball, version: tarball } },
    };
    isolated.packages[`${name}@${tarball}`] = {
      resolution: { integrity, tarball },
      version: manifest.version,
      ...(manifest.bin !== undefined && { hasBin: true }),
    };
    isolated.snapshots[`${name}@${tarball}`] = {
      dependencies: versions(manifest.dependencies),
      ...(Object.keys(optional).length > 0 && { optionalDependencies: optional }),
    };
  }
  return isolated;
}

/**
 * @param {string} root an empty folder outside of the workspace; each package gets the folder {@link folderOf} below it
 * @param {readonly PackedPackage[]} packed
 */
export async function installAlone(root, packed) {
  /** @type {Lockfile} */
  const lockfile = parse(readFileSync(join(workspaceRoot, 'pnpm-lock.yaml'), 'utf8'));
  const isolated = isolatedLockfile(lockfile, packed);
  /** @type {{storeDir: string}} */
  const { storeDir } = parse(readFileSync(join(workspaceRoot, 'node_modules/.modules.yaml'), 'utf8'));
  const settings = { packages: ['*'], overrides: isolated.overrides, hoist: false, storeDir, verifyDepsBeforeRun: false };
  writeFileSync(join(root, 'pnpm-workspace.yaml'), stringify(settings));
  writeFileSync(join(root, 'pnpm-lock.yaml'), stringify(isolated));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'installed-alone', private: true }));
  for (const { name } of packed) {
    const dependencies = Object.entries(isolated.importers[folderOf(name)]?.dependencies ?? {});
    mkdirSync(join(root, folderOf(name)));
    writeFileSync(
      join(root, folderOf(name), 'package.json'),
      JSON.stringify({
        name: `uses-${folderOf(name)}`,
        private: true,
        type: 'module',
        dependencies: Object.fromEntries(dependencies.map(([dependency, { specifier }]) => [dependency, specifier])),
      }),
    );
  }
  const { exitCode, output } = await pnpm(['install', '--frozen-lockfile', '--offline', '--ignore-scripts'], {
    cwd: root,
    capture: true,
    env: { ...process.env, CI: 'true' },
  });
  if (exitCode !== 0) throw new Error(`the packed packages cannot be installed:\n${output}`);
}
