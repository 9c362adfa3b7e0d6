import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { RUN, slowProject, waitForRows } from './support/projects/hanging-run.js';

describe('a run that is ended before its time', () => {

  test('a second Ctrl-C ends at once', async () => {
    const workspace = await slowProject(1);
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder });
    await waitForRows(workspace.folder, 1);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await finished).exitCode).toBe(130);
  });

  test('kill -9: the run folder can be read, and says that the run did not finish', async () => {
    const workspace = await slowProject(9);
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder });
    await waitForRows(workspace.folder, 9);
    child.kill('SIGKILL');
    expect((await finished).signal).toBe('SIGKILL');
    const rows = await workspace.rows();
    expect(new Set(rows.map((row) => row.caseId)).size).toBe(9);
    expect(await workspace.manifest()).toMatchObject({ status: 'running', finishedAt: null });
  });
});
