/** The packages of others that reach a user: everything that a published package installs or carries in its bundle. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspacePackages } from '../support/workspace.mjs';

/**
 * @typedef {object} InstalledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence the SPDX expression of its package.json, or '' when it has none
 * @property {string[]} installScripts scripts that an installer would run, as `name: command`
 * @property {string[]} through the packages that lead to it, from the published one on
 */

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** @param {string} name @param {string} from @returns {string | undefined} the folder that Node would find it in */
function findFolder(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}

/** @param {Record<string, any>} manifest @returns {string} */
function licenceOf(manifest) {
  const { license, licenses } = manifest;
  if (typeof license === 'string') return license;
  if (typeof license?.type === 'string') return license.type;
  if (Array.isArray(licenses)) return licenses.map((item) => item?.type ?? String(item)).join(' OR ');
  return '';
}

/** @param {string} folder @param {Record<string, any>} manifest @returns {string[]} */
function installScriptsOf(folder, manifest) {
  const written = INSTALL_SCRIPTS.flatMap((name) => {
    const script = manifest['scripts']?.[name];
    return script === undefined ? [] : [`${name}: ${script}`];
  });
  // npm compiles a package with this file although no script says so.
  return written.length === 0 && existsSync(join(folder, 'binding.gyp')) ? ['install: node-gyp rebuild'] : written;
}

/**
 * Walks the dependencies that are installed, each folder once. Peer dependencies are left to those who add them, as is the
 * runtime of local models.
 * @param {string} [root] the folder that holds `packages` and `apps`
 * @returns {InstalledPackage[]} by name and version, without those of the workspace
 */
export function installedPackages(root) {
  /** @type {Map<string, InstalledPackage>} */
  const found = new Map();
  const own = new Map(workspacePackages(root).map((pkg) => [realpathSync(pkg.folder), pkg]));

  /** @param {string} folder @param {readonly string[]} names @param {string[]} through @param {boolean} required @param {boolean} [carried] */
  const visitAll = (folder, names, through, required, carried = false) => {
    for (const name of names) {
      const target = findFolder(name, folder);
      if (target !== undefined) visit(target, through, carried);
      else if (required) throw new Error(`${name}, which ${through.at(-1)} needs, is not installed: run "npm run setup"`);
    }
  };

  /** @param {string} folder @param {string[]} through @param {boolean} carried whether it is in a bundle, and never installed itself */
  const visit = (folder, through, carried) => {
    if (found.has(folder) || own.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version } = manifest;
    found.set(folder, { name, version, licence: licenceOf(manifest), installScripts: carried ? [] : installScriptsOf(folder, manifest), through });
    visitAll(folder, Object.keys(manifest.dependencies ?? {}), [...through, name], true, carried);
    // A bundle holds none of these.
    if (!carried) visitAll(folder, Object.keys(manifest.optionalDependencies ?? {}), [...through, name], false);
  };

  for (const [folder, { name, group, manifest }] of own) {
    // What a private package bundles reaches a user too: inside of the published one that carries it.
    if (manifest.private === true) {
      visitAll(folder, manifest.bundles ?? [], [name], true, true);
      continue;
    }
    // What an app bundles stands in its devDependencies, beside what its tests use. A package names what it bundles.
    const names = Object.keys({ ...manifest.dependencies, ...(group === 'apps' ? manifest.devDependencies : {}) });
    visitAll(folder, names, [name], true);
    visitAll(folder, manifest.bundles ?? [], [name], true, true);
    visitAll(folder, Object.keys(manifest.optionalDependencies ?? {}), [name], false);
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}
