import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay as runAlone, startAssay } from './support/commands/assay.js';
import { heldProject, project, RUN, runStoppedBy, untilRows, withFileLimit } from './support/projects/slow-run.js';
import { runAssay } from './support/commands/warm-assay.js';

// What can go missing in a run, and what its exit code says then: the table of docs/exit-codes.md.

describe.skipIf(process.platform === 'win32')('rows that cannot be written any more', () => {
  test('exit 3, with the reason; the rows before are kept, the manifest says failed, and scores are marked', async () => {
    const workspace = await project({ cases: 60 });
    const { exitCode, stdout, stderr } = await withFileLimit(workspace, 40, RUN);
    const rows = await workspace.rows('out');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(60);
    expect(stderr.match(/cannot write .*results\.jsonl: the file would grow beyond the limit of the system/gu)).toHaveLength(1);
    expect(stdout).toContain('UNDECIDED  the run was stopped: cannot write');
    expect(stdout).toContain('Score so far');
    expect(exitCode).toBe(3);
    expect(await workspace.manifest('out')).toMatchObject({ status: 'failed', rows: rows.length });
  });
});

describe('a manifest that cannot be written', () => {
  test('at the end: exit 3, and the rows are there', async () => {
    const { workspace, answerLast } = await heldProject(6);
    const finished = runAssay(RUN, { cwd: workspace.folder });
    await untilRows(workspace, 1);
    await workspace.remove('out/run.json');
    await mkdir(join(workspace.folder, 'out/run.json/x'), { recursive: true });
    answerLast();
    const { exitCode, stderr } = await finished;
    expect(stderr).toContain('cannot write');
    expect(exitCode).toBe(3);
    expect(await workspace.rows('out')).toHaveLength(6);
  });
});

test('a folder that holds a run already: exit 2', async () => {
  const workspace = await project({ cases: 1 });
  expect((await runAssay(RUN, { cwd: workspace.folder })).exitCode).toBe(0);
  const { exitCode, stderr } = await runAssay(RUN, { cwd: workspace.folder });
  expect(stderr).toContain('out holds a run already');
  expect(exitCode).toBe(2);
});

test('a folder that cannot be made: exit 3 before anything is sent', async () => {
  const workspace = await project({ cases: 3 });
  await workspace.write({ file: '' });
  const { exitCode, stderr } = await runAssay(['run', 'set.jsonl', '--target', 'slow', '--out', 'file/run'], { cwd: workspace.folder });
  expect(stderr).toContain('a part of the path is no folder');
  expect(exitCode).toBe(3);
});

test('a process that breaks, or waits for what never comes: exit 3, not 1, which would say that a case failed', async () => {
  const workspace = await project({ cases: 40, delayMs: 100 });
  await workspace.write({
    'broken.mjs': 'if (process.argv[2] === "run") setTimeout(() => { throw new Error("out of order"); }, 600);\n',
    'rejected.mjs': 'if (process.argv[2] === "run") setTimeout(() => { void Promise.reject(new Error("out of order")); }, 600);\n',
  });
  for (const file of ['broken.mjs', 'rejected.mjs']) {
    const { exitCode, stderr } = await runAlone(RUN.map((word) => (word === 'out' ? `out-${file}` : word)), {
      cwd: workspace.folder,
      env: { NODE_OPTIONS: `--import ${join(workspace.folder, file)}` },
    });
    expect(stderr).toContain('something went wrong inside Assay');
    expect(stderr).toContain('out of order');
    expect(exitCode).toBe(3);
  }
});

test('a process with nothing left to do that still waits says so: exit 3, and not in silence', async () => {
  const workspace = await project({ cases: 1 });
  await workspace.write({
    'stuck.mjs': "import promises from 'node:fs/promises';\nimport { syncBuiltinESMExports } from 'node:module';\nif (process.argv[2] === 'run') promises.mkdir = () => new Promise(() => {});\nsyncBuiltinESMExports();\n",
  });
  const { exitCode, stderr } = await runAlone(['run', '.', '--target', 'mock', '--out', 'stuck'], { cwd: workspace.folder, env: { NODE_OPTIONS: `--import ${join(workspace.folder, 'stuck.mjs')}` } });
  expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/error: nothing is under way any more that could end this, and it waits for something\n +fix: .*please report this/u) });
});

describe('a run that is stopped by a signal', () => {
  test('SIGINT: exit 130, rows kept, how far it came and what was planned, scores marked', async () => {
    const { exitCode, stdout, workspace } = await runStoppedBy('SIGINT', true);
    const count = (await workspace.rows('out')).length;
    expect(exitCode).toBe(130);
    expect(stdout).toContain(`INTERRUPTED  stopped after ${count} trials, more were planned`);
    expect(stdout).toContain('Score so far');
    expect(await workspace.manifest('out')).toMatchObject({ status: 'interrupted', rows: count });
  });

  test('--json says that the run is not complete', async () => {
    const workspace = await project({ cases: 30, delayMs: 100, streamed: false });
    const { child, finished } = startAssay([...RUN.map((word) => word.replace('.jsonl', '.yaml')), '--json'], { cwd: workspace.folder });
    await untilRows(workspace, 3);
    child.kill('SIGINT');
    expect(JSON.parse((await finished).stdout)).toMatchObject({ outcome: 'interrupted', exit_code: 130, complete: false, planned_trials: 30 });
  });
});

test('a run that comes to its end is complete, and knows its trials also when files are streamed', async () => {
  const workspace = await project({ cases: 5 });
  const { exitCode, stdout } = await runAssay([...RUN, '--json'], { cwd: workspace.folder });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, planned_trials: 5 });
});
