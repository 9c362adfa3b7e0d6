import { describe, expect, test } from 'vitest';
import { assessment, DOWN, grades, panelProject, rubricOf, RUBBISH, run, scoreOf, THREE } from './support/projects/judge-panel.js';

describe('a panel of three judges over HTTP', () => {
  test('a lost judge does not hide a failed case', async () => {
    const { workspace } = await panelProject(
      { agent: 'Go away.', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('NOT_MET') },
      THREE,
    );
    const finished = await run(workspace);
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'partial', score: 0, verdict: 'fail' });
    expect(finished.exitCode).toBe(1);
  });

  test('the backup is not asked while one primary judge succeeds', async () => {
    const { workspace, asked } = await panelProject(
      { agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': assessment('LARGELY_MET'), spare: assessment('NOT_MET') },
      `${THREE}  backup: spare\n`,
    );
    await run(workspace);
    expect(rubricOf(await workspace.rows()).row?.score).toBe(0.75);
    expect(asked('spare')).toBe(0);
  });

  test('with the backup down too: unscored, exit 3, also with a threshold', async () => {
    const { workspace } = await panelProject(
      { agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': DOWN, spare: RUBBISH },
      `${THREE}  backup: spare\n`,
    );
    const finished = await run(workspace, '--threshold', '0.5');
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'error', score: null });
    expect(finished.exitCode).toBe(3);
  });
});

describe('how a panel agrees', () => {
  const GRADES = grades('FULLY_MET', 'FULLY_MET', 'NOT_MET');

  test.each(['median', 'majority', 'min'])('%s below the quorum is undecided; with all lost the backup is asked', async (consensus) => {
    const short = await panelProject({ ...GRADES, 'judge-b': DOWN }, `${THREE}  consensus: ${consensus}\n  quorum: 3\n`);
    expect((await run(short.workspace)).exitCode).toBe(3);
    const spare = await panelProject({ ...GRADES, 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': DOWN, spare: assessment('FULLY_MET') }, `${THREE}  consensus: ${consensus}\n  backup: spare\n`);
    expect((await run(spare.workspace)).exitCode).toBe(0);
    expect(await scoreOf(spare.workspace)).toBe(1);
  });
});
