/**
 * Runs pnpm without anyone having to install it: `npx` fetches the version that package.json pins in `packageManager`.
 * Whatever pnpm starts finds that same pnpm on its PATH.
 *
 *     npm run pnpm -- add --filter @assay/loaders yaml
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted } from './support/is-started.mjs';
import { workspaceRoot } from './support/workspace.mjs';

/** @returns {string} the pinned package manager, such as `pnpm@10.34.9` */
export function pinnedPackageManager() {
  /** @type {{packageManager: string}} */
  const manifest = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8'));
  return manifest.packageManager;
}

/**
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean, onText?: (text: string) => void}} [options]
 *   `capture` collects the output instead of showing it, and gives it to `onText` as it comes.
 * @returns {Promise<{exitCode: number, output: string}>} `output` is empty unless captured.
 */
export function pnpm(args, { cwd = workspaceRoot, env = process.env, capture = false, onText } = {}) {
  const npxArgs = ['--yes', pinnedPackageManager(), ...args];
  return new Promise((done, fail) => {
    const child = spawn('npx', npxArgs, {
      cwd,
      env,
      shell: process.platform === 'win32',
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (/** @type {string} */ text) => {
        output += text;
        onText?.(text);
      });
    }
    child.on('error', fail);
    child.on('close', (code) => done({ exitCode: code ?? 1, output }));
  });
}

if (isStarted(import.meta.url)) {
  process.exitCode = (await pnpm(process.argv.slice(2))).exitCode;
}
