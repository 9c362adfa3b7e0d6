import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const BIN = fileURLToPath(new URL('../dist/bin/assay.js', import.meta.url));
const CASE = '{"id": "one", "expected_outcome": "Says hi", "input": "hi", "evaluators": [{"type": "contains", "value": "hi"}]}\n';
/** More than a block of 512 bytes: of the lock there would be room, of the manifest there is none. */
const LONG_NAME = `${'a'.repeat(200)}.jsonl`;

describe.skipIf(process.platform === 'win32')('a disk that is full before a run has begun', () => {
  test.each([
    ['not even its lock', 0, 'cannot lock'],
    ['the lock and no more', 1, 'run.json'],
  ])('has room for %s: nothing is there to be gone on with, and the same command works as soon as there is', async (_, blocks, what) => {
    const files = Object.fromEntries(['x', 'y', 'z'].map((folder) => [`evals/${folder}/${LONG_NAME}`, CASE]));
    const { folder } = await createWorkspace(files);
    const args = ['run', 'evals', '--target', 'mock', '--out', 'runs/one'];
    const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' };
    const { status, stderr } = spawnSync('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, BIN, ...args], { cwd: folder, env, encoding: 'utf8' });
    expect(status).toBe(3);
    expect(stderr).toContain(what);
    expect(stderr).toContain('fix: raise the limit (ulimit -f), and start the run again');
    expect(stderr).not.toMatch(/--resume|go on with/u);
    expect(existsSync(join(folder, 'runs/one/run.lock'))).toBe(false);
    expect(await runAssay(args, { cwd: folder })).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('PASSED') as string });
  });
});
