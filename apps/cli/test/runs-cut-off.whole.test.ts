import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError, type Reporter } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { heldProject, project, RUN, runStoppedBy, untilRows, withFileLimit } from './support/projects/slow-run.js';
import { runAssay } from './support/commands/warm-assay.js';

describe.skipIf(process.platform === 'win32')('rows that cannot be written any more', () => {
  test('exit 1 when a case had failed already; a threshold, which the missing rows could change, stays undecided', async () => {
    const workspace = await project({ cases: 60, failing: [0, 1] });
    expect((await withFileLimit(workspace, 40, RUN)).exitCode).toBe(1);
    await workspace.remove('out');
    const { exitCode, stdout } = await withFileLimit(workspace, 40, [...RUN, '--threshold', '1', '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'undecided', exit_code: 3, complete: false });
  });

  test('evaluate() throws what went wrong, after its reporters have the summary', async () => {
    const workspace = await project({ cases: 3 });
    const outcomes: string[] = [];
    const breaker: Reporter = {
      name: 'breaker',
      trialFinished: () => rmSync(join(workspace.folder, 'out/results.jsonl'), { force: true }),
      runFinished: ({ outcome, complete }) => void outcomes.push(`${outcome} ${complete}`),
    };
    const running = evaluate({ files: 'set.jsonl', cwd: workspace.folder, env: {}, targets: ['slow'], out: 'out', reporters: [breaker] });
    await expect(running).rejects.toThrow(StoreError);
    expect(outcomes).toEqual(['undecided false']);
  });

  test('a folder, or the file of rows alone, that is removed while the run goes on', async () => {
    for (const removed of ['out', 'out/results.jsonl']) {
      const workspace = await project({ cases: 400, delayMs: 20 });
      const finished = runAssay(RUN, { cwd: workspace.folder });
      await untilRows(workspace, 4);
      await workspace.remove(removed);
      const { exitCode, stderr } = await finished;
      expect(stderr).toContain('results.jsonl: it was removed while the run was going on');
      expect(exitCode).toBe(3);
    }
  });

  test('a folder that is moved away, with its rows', async () => {
    const workspace = await project({ cases: 400, delayMs: 20 });
    const finished = runAssay(RUN, { cwd: workspace.folder });
    await untilRows(workspace, 4);
    await rename(join(workspace.folder, 'out'), join(workspace.folder, 'moved'));
    const { exitCode, stderr } = await finished;
    expect(stderr).toContain('results.jsonl: it was moved away while the run was going on');
    expect(exitCode).toBe(3);
    expect((await workspace.rows('moved')).length).toBeGreaterThanOrEqual(4);
  });

  test('or at its very end', async () => {
    const { workspace, answerLast } = await heldProject(3);
    const finished = runAssay(RUN, { cwd: workspace.folder });
    await untilRows(workspace, 2);
    await workspace.remove('out/results.jsonl');
    answerLast();
    expect((await finished).exitCode).toBe(3);
    expect(await workspace.manifest('out')).toMatchObject({ status: 'failed' });
  });
});

describe('a run that is stopped by a signal', () => {
  test.each([
    ['SIGTERM', false],
    ['SIGHUP', true],
  ] as const)('%s: exit 130, rows kept, how far it came and what was planned, scores marked', async (signal, streamed) => {
    const { exitCode, stdout, workspace } = await runStoppedBy(signal, streamed);
    const count = (await workspace.rows('out')).length;
    expect(exitCode).toBe(130);
    expect(stdout).toContain(streamed ? `INTERRUPTED  stopped after ${count} trials, more were planned` : `INTERRUPTED  stopped after ${count} of 30 trials`);
    expect(stdout).toContain('Score so far');
    expect(await workspace.manifest('out')).toMatchObject({ status: 'interrupted', rows: count });
  });
});
