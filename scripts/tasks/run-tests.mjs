/** Runs test files of a folder of the workspace, and tells afterwards what failed: above it stands far up by then, or is cut off. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { countTests } from './report-tests.mjs';
import { workspaceRoot } from '../support/workspace.mjs';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

/**
 * @param {string} file that vitest wrote its results to
 * @param {string} folder of the workspace whose tests ran
 * @returns {string[]} the tests that failed, each with what it says
 */
export function failuresIn(file, folder) {
  if (!existsSync(file)) return [`${folder}: ended before its results were written`];
  const { failed } = countTests(JSON.parse(readFileSync(file, 'utf8')), workspaceRoot);
  return failed.length === 0 ? [`${folder}: an error outside of the tests`] : failed;
}

/**
 * @param {string} folder of the workspace
 * @param {readonly string[]} files of it, or none for all of its tests
 * @param {{config: string, env: NodeJS.ProcessEnv, node?: string}} how `config` is a path from the workspace's root
 * @returns {string[]} what {@link failuresIn} finds, none where all is well
 */
export function runTests(folder, files, { config, env, node = process.execPath }) {
  const results = join(workspaceRoot, folder, '.test-results/alone.json');
  rmSync(results, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const args = [vitest, 'run', '--config', join(workspaceRoot, config), '--root', '.', ...reporters, ...files];
  const { status } = spawnSync(node, args, { cwd: join(workspaceRoot, folder), env, stdio: ['ignore', 'inherit', 'inherit'] });
  return status === 0 ? [] : failuresIn(results, folder);
}

/** @param {readonly string[]} failures @returns {boolean} whether there are none, after saying so */
export function sayFailures(failures) {
  process.stdout.write(failures.length === 0 ? '\nAll passed\n' : `\nFailed\n${failures.map((failure) => `  ${failure}\n`).join('')}`);
  return failures.length === 0;
}
