import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedPackageManager } from '../pnpm.mjs';
import { runClean } from './run-clean.mjs';

/** @typedef {'npm' | 'pnpm'} Installer */

/**
 * Installs packages into an empty folder, as a user does for the first time.
 * @param {Installer} installer
 * @param {string} folder is made
 * @param {readonly string[]} packages
 * @param {{url: string, scratch: string}} registry `scratch`: a folder for caches and stores, which takes the place of the user's own
 */
export async function installFromRegistry(installer, folder, packages, { url, scratch }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const settings = {
    npm_config_registry: url,
    npm_config_cache: join(scratch, 'npm'),
    npm_config_store_dir: join(scratch, 'pnpm'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  // The pinned pnpm itself is from where the workspace has it from.
  const args = installer === 'npm' ? ['install', ...packages] : ['--yes', pinnedPackageManager(), 'add', `--registry=${url}`, ...packages];
  const { exitCode, output } = await runClean(installer === 'npm' ? 'npm' : 'npx', args, {
    cwd: folder,
    env: installer === 'npm' ? settings : { npm_config_store_dir: settings.npm_config_store_dir },
  });
  if (exitCode !== 0) throw new Error(`${installer} cannot install ${packages.join(' and ')}:\n${output}`);
}
