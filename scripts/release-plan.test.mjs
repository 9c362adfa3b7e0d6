import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workspacePackages, workspaceRoot } from './support/workspace.mjs';

const changeset = createRequire(import.meta.url).resolve('@changesets/cli/bin.js');
/** No proxy leads anywhere: a request to another machine would fail. */
const env = { ...process.env, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', npm_config_offline: 'true' };
const published = workspacePackages().filter(({ manifest }) => manifest.private !== true);

/** @returns {string} a repository with the manifests and changesets of this workspace and one commit */
function committedWorkspace() {
  const root = mkdtempSync(join(tmpdir(), 'assay-release-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of [
    'package.json',
    'pnpm-workspace.yaml',
    'pnpm-lock.yaml',
    '.changeset',
    ...workspacePackages().map(({ manifestPath }) => relative(workspaceRoot, manifestPath)),
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(workspaceRoot, path), join(root, path), { recursive: true });
  }
  symlinkSync(join(workspaceRoot, 'node_modules'), join(root, 'node_modules'), 'junction');
  /** @param {string[]} args */
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: root });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--', '.', ':!node_modules');
  git('commit', '--quiet', '--message=state');
  return root;
}

test('changeset status works without a network, and all packages get the same next version', () => {
  const root = committedWorkspace();
  execFileSync(process.execPath, [changeset, 'status', '--output=plan.json'], { cwd: root, env, stdio: 'pipe' });
  /** @type {{changesets: {summary: string}[], releases: {name: string, newVersion: string}[]}} */
  const plan = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8'));
  const versions = new Set(plan.releases.map(({ newVersion }) => newVersion));
  if (plan.changesets.length === 0) {
    expect(plan.releases).toEqual([]);
  } else {
    expect(plan.releases.map(({ name }) => name)).toEqual(expect.arrayContaining(published.map(({ name }) => name)));
    expect(versions.size).toBe(1);
  }
});

test('all published packages share one version', () => {
  expect(new Set(published.map(({ manifest }) => manifest.version)).size).toBe(1);
});
