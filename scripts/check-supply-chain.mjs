/**
 * Checks what reaches a user beside Assay's own code: no installed package runs a script at its installation, each has a
 * licence that Assay may pass on, the lockfile holds a checksum of each, and the command needs nothing beside it.
 *
 *     node scripts/check-supply-chain.mjs          lists what is wrong
 *     node scripts/check-supply-chain.mjs --list   lists the packages with their licences too
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isStarted } from './support/is-started.mjs';
import { installedPackages } from './supply-chain/installed-packages.mjs';
import { isAllowed, READ_AND_FOUND_FREE } from './supply-chain/licence-terms.mjs';
import { workspacePackages, workspaceRoot } from './support/workspace.mjs';

/** @typedef {import('./supply-chain/installed-packages.mjs').InstalledPackage} InstalledPackage */

/** @param {InstalledPackage} pkg @returns {string[]} */
function problemsOf({ name, version, licence, installScripts, through }) {
  const subject = `${name}@${version} (${through.join(' → ')})`;
  const known = Object.hasOwn(READ_AND_FOUND_FREE, name) && READ_AND_FOUND_FREE[name] === licence;
  return [
    ...installScripts.map((script) => `${subject} runs a script when it is installed: ${script}`),
    ...(known || isAllowed(licence)
      ? []
      : [
          `${subject} has the licence ${licence === '' ? '(none)' : licence}, and MIT, ISC, BSD and Apache-2.0 are allowed: ` +
            'use another package, or read its terms and add them to scripts/supply-chain/licence-terms.mjs',
        ]),
  ];
}

/** @param {string} root @returns {string[]} entries of the lockfile whose content nothing vouches for */
function withoutChecksum(root) {
  const { packages = {} } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  return Object.entries(packages).flatMap(([id, { resolution }]) =>
    typeof resolution?.integrity === 'string' ? [] : [`pnpm-lock.yaml holds no checksum for ${id}`],
  );
}

/** @param {string} root @returns {string[]} */
function ownInstallScripts(root) {
  return workspacePackages(root).flatMap(({ name, manifest }) =>
    ['preinstall', 'install', 'postinstall', 'prepare']
      .filter((script) => manifest.scripts?.[script] !== undefined)
      .map((script) => `${name} has a script "${script}": installing Assay runs nothing`),
  );
}

/** @param {string} root @returns {string[]} what would be installed with an app, which holds all that it needs */
function dependenciesOfApps(root) {
  return workspacePackages(root)
    .filter(({ group, manifest }) => group === 'apps' && manifest.private !== true)
    .flatMap(({ name, manifest }) => Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).map(
      (dependency) => `${name} has the dependency ${dependency}: what it needs is bundled, so move it to devDependencies`,
    ));
}

/**
 * @param {string} [root] the folder that holds `packages` and `apps`
 * @returns {string[]} what is wrong, a line each
 */
export function checkSupplyChain(root = workspaceRoot) {
  return [...ownInstallScripts(root), ...dependenciesOfApps(root), ...installedPackages(root).flatMap(problemsOf), ...withoutChecksum(root)];
}

if (isStarted(import.meta.url)) {
  const packages = installedPackages(workspaceRoot);
  if (process.argv.includes('--list')) {
    for (const { name, version, licence } of packages) process.stdout.write(`${`${name}@${version}`.padEnd(52)} ${licence}\n`);
  }
  const problems = checkSupplyChain();
  if (problems.length > 0) process.stderr.write(`${problems.join('\n')}\n`);
  else process.stdout.write(`${packages.length} packages of others: no install scripts, licences allowed, checksums kept\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
