/** Installs what the lockfile names. One line when it works; pnpm's whole output when it does not. */
import { isStarted } from './is-started.mjs';
import { pinnedPackageManager, pnpm } from './pnpm.mjs';

/** @returns {Promise<number>} the exit code of the installation */
export async function setup() {
  process.stdout.write(`Installing dependencies with ${pinnedPackageManager()} from pnpm-lock.yaml …\n`);
  const { exitCode, output } = await pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'], {
    capture: true,
    quiet: true,
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
