/** Installs what the lockfile names. Says how far it is; shows pnpm's whole output when it does not work. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted } from './support/is-started.mjs';
import { pinnedPackageManager, pnpm } from './pnpm.mjs';
import { workspaceRoot } from './support/workspace.mjs';

const EVERY_MS = 3000;

/** Tells now and then how far an installation is, in pnpm's own numbers. A quick one is not talked about. */
function progress() {
  let said = Date.now();
  return (/** @type {string} */ text) => {
    const [resolved, reused, downloaded, added] = [...text.matchAll(/resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/gu)].at(-1)?.slice(1).map(Number) ?? [];
    if (resolved === undefined || Date.now() - said < EVERY_MS) return;
    said = Date.now();
    const fetched = (reused ?? 0) + (downloaded ?? 0);
    process.stdout.write(`  ${fetched} of ${resolved} packages fetched, ${added} installed …\n`);
  };
}

/** @returns {Promise<number>} the exit code of the installation */
export async function setup() {
  const first = !existsSync(join(workspaceRoot, 'node_modules'));
  const size = first ? ', about 800 MB, most of it the runtime of local models' : '';
  process.stdout.write(`Installing dependencies with ${pinnedPackageManager()} from pnpm-lock.yaml${size} …\n`);
  const { exitCode, output } = await pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], {
    capture: true,
    onText: progress(),
    env: { ...process.env, CI: 'true' },
  });
  if (exitCode !== 0) {
    process.stderr.write(
      `${output}\nThe dependencies could not be installed (pnpm ended with exit code ${exitCode}).\n` +
        'If the lockfile is out of date, run "npm run pnpm -- install" and commit pnpm-lock.yaml.\n',
    );
  }
  return exitCode;
}

if (isStarted(import.meta.url)) process.exitCode = await setup();
