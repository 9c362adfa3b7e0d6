import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { expectEnded } from './support/commands/ended-processes.js';
import { RUN, slowProject, waitForRows } from './support/projects/hanging-run.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('a run that is ended before its time', () => {
  test('Ctrl-C: exit 130, what is finished is kept and summed up', async () => {
    const workspace = await slowProject(6);
    const { child, finished } = startAssay(RUN, { cwd: workspace.folder });
    await waitForRows(workspace.folder, 6);
    child.kill('SIGINT');
    const { exitCode, stdout, stderr } = await finished;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('stopping');
    expect(stdout).toMatch(/slow/u);
    expect(stdout).toMatch(/interrupted/iu);
    const rows = await workspace.rows();
    expect(rows.map((row) => row.score)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await workspace.manifest()).toMatchObject({ status: 'interrupted', rows: 6 });
  });

  test('Ctrl-C ends the processes of agents too', async () => {
    const workspace = await createWorkspace({
      'x.yaml': 'evalcases:\n  - {id: one, expected_outcome: a, input: b, evaluators: [{type: contains, value: a}]}\n',
      'agent.sh': 'echo $$ > pid; sleep 1000 & echo $! > child; wait\n',
      '.assay/targets.yaml': 'targets:\n  - {name: agent, provider: cli, command: [sh, agent.sh]}\n',
    });
    const { child, finished } = startAssay(['run', 'x.yaml', '--target', 'agent'], { cwd: workspace.folder });
    while (!existsSync(join(workspace.folder, 'child'))) await sleep(20);
    await sleep(50);
    child.kill('SIGINT');
    expect((await finished).exitCode).toBe(130);
    await expectEnded(workspace, 'pid', 'child');
  });
});
