/** The packages of this workspace, read from the folders that pnpm-workspace.yaml names. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} [version]
 * @property {boolean} [private]
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, unknown>} [exports]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, {optional?: boolean}>} [peerDependenciesMeta]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {string[]} [bundles] development dependencies whose code is in what is published
 */

/**
 * @typedef {object} WorkspacePackage
 * @property {string} name
 * @property {string} folder absolute path
 * @property {'packages' | 'apps'} group the top-level folder that it stands in
 * @property {string} manifestPath absolute path of its package.json
 * @property {Manifest} manifest
 */

/** The folder that holds pnpm-workspace.yaml. */
export const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string} path @returns {Manifest} */
export function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * @param {string} [root]
 * @returns {WorkspacePackage[]} sorted by folder, `packages` before `apps`
 */
export function workspacePackages(root = workspaceRoot) {
  return /** @type {const} */ (['packages', 'apps']).flatMap((group) => {
    const groupFolder = join(root, group);
    if (!existsSync(groupFolder)) return [];
    return readdirSync(groupFolder)
      .toSorted()
      .map((entry) => join(groupFolder, entry))
      .filter((folder) => existsSync(join(folder, 'package.json')))
      .map((folder) => {
        const manifestPath = join(folder, 'package.json');
        const manifest = readManifest(manifestPath);
        return { name: manifest.name, folder, group, manifestPath, manifest };
      });
  });
}
