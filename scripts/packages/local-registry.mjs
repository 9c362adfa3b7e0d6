/**
 * A package registry on 127.0.0.1 with the packed packages and everything that the workspace has installed, so that npm and
 * pnpm install as they do for a user, without a network.
 */
import { spawn } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { workspaceRoot } from '../support/workspace.mjs';

/** @typedef {import('./pack.mjs').PackedPackage} PackedPackage */
/** @typedef {import('../support/workspace.mjs').Manifest} Manifest */
/** @typedef {{manifest: Manifest, tarball: () => import('node:stream').Readable}} Offer */
/** @typedef {{url: string, downloads: string[], close: () => void}} LocalRegistry `downloads`: names of the packages that were fetched */

/** @param {string} folder of a package @returns {import('node:stream').Readable} its files, packed as registries do */
function packFolder(folder) {
  // Packed little: it does not travel far.
  const args = ['-I', 'gzip -1', '-cf', '-', '--exclude=./node_modules', '--hard-dereference', '--transform=s,^[.],package,', '-C', folder, '.'];
  return spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout;
}

/** @returns {Offer[]} what pnpm has installed for the workspace; some versions more than once, with other peers */
function offersOfWorkspace() {
  const store = join(workspaceRoot, 'node_modules/.pnpm');
  return readdirSync(store).flatMap((entry) => {
    const name = /^(?<name>@?[^@]+)@/u.exec(entry)?.groups?.['name']?.replace('+', '/');
    if (name === undefined) return [];
    const folder = join(store, entry, 'node_modules', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return [{ manifest, tarball: () => packFolder(folder) }];
  });
}

/** @param {Map<string, Offer>} versions @param {string} url of the package @returns {object} as a registry answers for a package */
function packument(versions, url) {
  const manifests = [...versions.values()].map(({ manifest }) => manifest);
  const latest = manifests.at(-1);
  return {
    name: latest?.name,
    'dist-tags': { latest: latest?.version },
    versions: Object.fromEntries(
      manifests.map((manifest) => [manifest.version, { ...manifest, dist: { tarball: `${url}/-/${manifest.version}.tgz` } }]),
    ),
  };
}

/** @param {readonly PackedPackage[]} packed @returns {Promise<LocalRegistry>} */
export async function startLocalRegistry(packed) {
  /** @type {Map<string, Map<string, Offer>>} */
  const offers = new Map();
  const ofPacked = packed.map(({ manifest, tarball }) => ({ manifest, tarball: () => createReadStream(tarball) }));
  for (const offer of [...offersOfWorkspace(), ...ofPacked]) {
    const { name, version } = offer.manifest;
    offers.set(name, (offers.get(name) ?? new Map()).set(version, offer));
  }
  /** @type {string[]} */
  const downloads = [];
  const server = createServer((request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '').slice(1).split('/-/');
    const versions = offers.get(name);
    const offer = file === undefined ? undefined : versions?.get(file.replace(/\.tgz$/u, ''));
    if (offer !== undefined) {
      downloads.push(name);
      offer.tarball().pipe(response);
    } else if (versions !== undefined && file === undefined) response.end(JSON.stringify(packument(versions, `http://${request.headers.host}/${name}`)));
    else response.writeHead(404).end('{}');
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, downloads, close };
}
