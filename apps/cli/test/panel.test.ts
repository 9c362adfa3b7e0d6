import { describe, expect, test } from 'vitest';
import { assessment, cascade, DOWN, grades, panelProject, rubricOf, RUBBISH, run, scoreOf, SUITE, THREE } from './support/projects/judge-panel.js';
import { runAssay } from './support/commands/warm-assay.js';

describe('a panel of three judges over HTTP', () => {
  test('with one answering rubbish and one down: the mean of what is left, notes, partial, and the exit code of the score', async () => {
    const { workspace, asked } = await panelProject(
      { agent: 'Hello, dear guest!', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('FULLY_MET') },
      THREE,
    );
    const finished = await run(workspace);
    const { row, point } = rubricOf(await workspace.rows());

    expect(row).toMatchObject({ status: 'partial', score: 1, verdict: 'pass', scoreBounds: { worst: 1, best: 1 } });
    expect(point?.judges).toEqual([
      expect.objectContaining({ id: 'judge-a', score: null, error: expect.objectContaining({ code: 'bad_reply' }) }),
      expect.objectContaining({ id: 'judge-b', score: null, error: expect.objectContaining({ code: 'server', status: 503 }) }),
      expect.objectContaining({ id: 'judge-c', score: 1, reflection: 'I would say FULLY_MET.' }),
    ]);
    expect(row?.warnings.join('\n')).toMatch(/judge-a[\s\S]*judge-b/u);
    expect(finished.exitCode).toBe(0);
    expect(finished.stdout).toContain('judge-a');
    expect(asked('judge-a')).toBe(2); // asked once more for a reply that can be read
    expect(asked('judge-b')).toBe(2); // tried once more, as --max-retries says
  });

  test('below a configured quorum the criterion is unscored and the run undecided', async () => {
    const { workspace } = await panelProject(
      { agent: 'Hello!', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('FULLY_MET') },
      `${THREE}  quorum: 2\n`,
    );
    const finished = await run(workspace);
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'error', score: null, verdict: null, scoreBounds: { worst: 0, best: 1 } });
    expect(finished.exitCode).toBe(3);
  });

  test('with all three down and no backup: unscored with every judge named, never 0, exit 3', async () => {
    const { workspace } = await panelProject({ agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': RUBBISH }, THREE);
    const finished = await run(workspace);
    const { row, point } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ status: 'error', score: null, verdict: null, scoreBounds: { worst: 0, best: 1 } });
    expect(point?.score).toBeNull();
    expect(point?.error?.message).toMatch(/judge-a[\s\S]*judge-b[\s\S]*judge-c/u);
    expect(finished.exitCode).toBe(3);
    expect(finished.stdout).toContain('judge-c');
  });

  test('with all three down and a backup: the backup scores, the row says so, and the exit code is that of the score', async () => {
    const { workspace, asked } = await panelProject(
      { agent: 'Hello!', 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': RUBBISH, spare: assessment('FULLY_MET') },
      `${THREE}  backup: spare\n`,
    );
    const finished = await run(workspace);
    const { row, point } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ status: 'partial', score: 1, verdict: 'pass' });
    expect(point?.judges?.at(-1)).toMatchObject({ id: 'spare', backup: true, score: 1 });
    expect(row?.warnings.join('\n')).toContain('spare');
    expect(asked('spare')).toBe(1);
    expect(finished.exitCode).toBe(0);
  });

  test('all three in agreement: their mean, status ok, no warning', async () => {
    const { workspace } = await panelProject(
      {
        agent: 'Hello!',
        'judge-a': assessment('FULLY_MET'),
        'judge-b': assessment('LARGELY_MET'),
        'judge-c': assessment('FULLY_MET'),
      },
      THREE,
    );
    const finished = await run(workspace);
    const { row } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ status: 'ok', verdict: 'pass', warnings: [] });
    expect(row?.score).toBeCloseTo(2.75 / 3, 12);
    expect(finished.exitCode).toBe(0);
  });
});

describe('how a panel agrees', () => {
  const GRADES = grades('FULLY_MET', 'FULLY_MET', 'NOT_MET');

  test('median, majority, min and weights: each scores the kept reply anew, and nothing is asked for twice', async () => {
    const { workspace, asked } = await panelProject(GRADES, `${THREE}  consensus: median\n`);
    expect((await run(workspace, '--out', 'run', '--cache')).exitCode).toBe(0);
    const scores = [await rescored()];
    for (const config of [`${THREE}  consensus: majority\n`, `${THREE}  consensus: min\n`, `${THREE}  consensus: mean\n`, 'judges: [judge-a, judge-b, { model: judge-c, weight: 2 }]\n']) {
      await workspace.write({ '.assay/config.yaml': config });
      const finished = await runAssay(['run', '--resume', 'run', '--accept-changes'], { cwd: workspace.folder });
      expect(finished.stdout + finished.stderr).toContain('scored again');
      scores.push(await rescored());
    }
    expect(scores).toEqual([1, 1, 0, expect.closeTo(2 / 3, 12), 0.5]);
    expect(['agent', 'judge-a', 'judge-b', 'judge-c'].map(asked)).toEqual([1, 1, 1, 1]);

    async function rescored(): Promise<number | null | undefined> {
      return (await workspace.rows('run')).at(-1)?.score;
    }
  });

  test.each([
    ['median of the two that are left', 'median', 'judge-b', 0.5, 1],
    ['a tie of the two that are left is no majority', 'majority', 'judge-b', 0.5, 1],
    ['the lowest of those that are left', 'min', 'judge-c', 1, 0],
  ])('%s, with a judge lost: partial, and the exit code of the score', async (_, consensus, lost, score, exitCode) => {
    const { workspace } = await panelProject({ ...GRADES, [lost]: DOWN }, `${THREE}  consensus: ${consensus}\n`);
    expect((await run(workspace)).exitCode).toBe(exitCode);
    expect(await scoreOf(workspace)).toBe(score);
    expect(rubricOf(await workspace.rows()).row?.status).toBe('partial');
  });
});

describe('a judge before the panel', () => {
  const GRADES = grades('NOT_MET', 'NOT_MET', 'NOT_MET');

  test('decides alone where it does not waver, and the panel costs nothing', async () => {
    const { workspace, asked } = await panelProject({ ...GRADES, cheap: assessment('HALF_MET') }, cascade(', audit: 0'));
    expect((await run(workspace)).exitCode).toBe(1);
    const { row, point } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ score: 0.5, status: 'ok' });
    expect(point?.judges).toMatchObject([{ id: 'cheap', stage: 'first', score: 0.5 }]);
    expect(asked('judge-a')).toBe(0);
  });

  test('hands on to the panel where it wavers, also where it was lost; lost judges make the row partial', async () => {
    const wavering = await panelProject({ ...GRADES, cheap: assessment('LARGELY_MET') }, cascade());
    expect((await run(wavering.workspace)).exitCode).toBe(1);
    expect(rubricOf(await wavering.workspace.rows())).toMatchObject({ row: { score: 0, status: 'ok' }, point: { judges: [{ id: 'cheap', stage: 'first' }, { id: 'judge-a' }, { id: 'judge-b' }, { id: 'judge-c' }] } });
    const lost = await panelProject({ ...GRADES, cheap: DOWN }, cascade());
    expect((await run(lost.workspace)).exitCode).toBe(1);
    expect(rubricOf(await lost.workspace.rows()).row).toMatchObject({ score: 0, status: 'partial' });
    const none = await panelProject({ agent: 'Hello!', cheap: DOWN, 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': DOWN }, cascade());
    expect((await run(none.workspace)).exitCode).toBe(3);
  });

  test('the summary says how far the judges agree, each against the others, and whether the panel agrees with what it was not asked', async () => {
    const { workspace } = await panelProject({ ...GRADES, 'judge-c': assessment('FULLY_MET'), cheap: assessment('HALF_MET') }, cascade(', audit: 1, band: 0.1'));
    await workspace.write({ 'suite.yaml': `${SUITE}  - { id: other, expected_outcome: Bids farewell, input: Say goodbye, rubrics: [Must be polite, Must be brief] }\n` });
    const finished = await run(workspace, '--report', 'json=run.json', '--report', 'markdown=run.md');
    const { judging } = JSON.parse(await workspace.read('run.json'));
    expect(judging).toMatchObject({
      judges: [{ id: 'cheap', asked: 3 }, { id: 'judge-a', mean: 0 }, { id: 'judge-b', mean: 0 }, { id: 'judge-c', mean: 1, asked: 3, lost: 0, shared: 3 }],
      agreement: { questions: 3, alpha: expect.any(Number) },
      disputed: [{ criterion: 'Must be brief', spread: 1 }, { criterion: 'Must be polite', spread: 1, questions: 2 }],
      cascade: { asked: 3, escalated: 0, audited: 3, disagreed: 0 },
    });
    expect(judging.judges[3].lean).toBeCloseTo(5 / 6, 12);
    for (const text of [finished.stdout, await workspace.read('run.md')]) {
      expect(text).toMatch(/4 judges: alpha −?-?\d/u);
      expect(text).toMatch(/judge-c \+0\.83/u);
      expect(text).toMatch(/handed 0 of 3 questions to the panel; of 3 others/u);
    }
  });

  test('a plan says what may be asked at the least and at the most', async () => {
    const { workspace } = await panelProject({ ...GRADES, cheap: DOWN }, cascade());
    const plan = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--dry-run'], { cwd: workspace.folder });
    expect(plan.stdout).toMatch(/judge cheap: 1 request/u);
    expect(plan.stdout).toMatch(/judge judge-a: 0 to 1 request/u);
  });
});
