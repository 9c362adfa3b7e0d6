import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workspaceRoot } from './support/workspace.mjs';

/** Runs what turbo starts a task with, in a package that has these scripts and a program of its own. @param {Record<string, string>} scripts @param {string[]} args */
function runTask(scripts, ...args) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-tasks-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.bin/own'), '#!/bin/sh\necho "own $#: $1 $2"\n', { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(join(workspaceRoot, 'scripts/tasks/pnpm'), args, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('a task is the script of its package, with its programs, its name and further arguments', () => {
  expect(runTask({ 'check:it': 'echo $npm_lifecycle_event && own' }, 'run', 'check:it', 'a b', '$HOME')).toEqual({
    status: 0,
    stdout: 'check:it\nown 2: a b $HOME\n',
    stderr: '',
  });
});

test('it ends as its script does', () => {
  expect(runTask({ test: 'echo seen >&2; exit 3' }, 'run', 'test')).toEqual({ status: 3, stdout: '', stderr: 'seen\n' });
});

test('the programs of the workspace are there', () => {
  expect(runTask({ test: 'command -v turbo' }, 'run', 'test').stdout).toBe(`${workspaceRoot}/node_modules/.bin/turbo\n`);
});

test('nothing else is taken for a task', () => {
  expect(runTask({}, 'install')).toMatchObject({ status: 2, stderr: 'only "run" is known here, not "install"\n' });
});

test('every Node of a task optimises its code late, and has room, as the compiler of types has', () => {
  const { status, stdout, stderr } = runTask({ test: 'node -p "[process.env.GOGC, process.env.GOMEMLIMIT, process.env.NODE_OPTIONS, ...Object.keys(require.cache)]"' }, 'run', 'test');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/'off',\s*'3GiB'/u);
  expect(stdout).toContain('--max-semi-space-size=32');
  expect(stdout).toContain('scripts/tasks/optimize-late.cjs');
});
