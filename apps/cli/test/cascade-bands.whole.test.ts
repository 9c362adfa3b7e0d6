import { describe, expect, test } from 'vitest';
import { assessment, cascade, DOWN, grades, panelProject, rubricOf, run } from './support/projects/judge-panel.js';
import { runAssay } from './support/commands/warm-assay.js';

describe('a judge before the panel', () => {
  const GRADES = grades('NOT_MET', 'NOT_MET', 'NOT_MET');

  test('is not doubted where it passes in full, unless the band says so', async () => {
    const { workspace, asked } = await panelProject({ ...GRADES, cheap: assessment('FULLY_MET') }, cascade(', audit: 0'));
    expect((await run(workspace, '--out', 'sure')).exitCode).toBe(0);
    expect(rubricOf(await workspace.rows('sure'))).toMatchObject({ row: { score: 1, status: 'ok' }, point: { judges: [{ id: 'cheap', band: 0.15 }] } });
    expect(asked('judge-a')).toBe(0);
    await workspace.write({ '.assay/config.yaml': cascade(', audit: 0, band: 0.2') });
    expect((await run(workspace, '--out', 'doubted')).exitCode).toBe(1);
    expect(asked('judge-a')).toBe(1);
  });

  test('is checked by the panel where that is drawn, which changes no score; a changed band asks nobody for a reply', async () => {
    const { workspace, asked } = await panelProject({ ...GRADES, 'judge-b': DOWN, cheap: assessment('FULLY_MET') }, cascade(', band: 0.1, audit: 1'));
    expect((await run(workspace, '--out', 'run', '--cache')).exitCode).toBe(0);
    expect(rubricOf(await workspace.rows('run'))).toMatchObject({ row: { score: 1, status: 'ok' }, point: { judges: [{ stage: 'first' }, { id: 'judge-a', stage: 'audit', score: 0 }, { stage: 'audit', score: null }, { stage: 'audit' }] } });
    const again = ['run', '--resume', 'run'];
    expect((await runAssay(again, { cwd: workspace.folder })).exitCode).toBe(0);
    expect(asked('cheap')).toBe(1);
    await workspace.write({ '.assay/config.yaml': cascade(', band: 0.25') });
    expect((await runAssay([...again, '--accept-changes'], { cwd: workspace.folder })).exitCode).toBe(1);
    expect((await workspace.rows('run')).at(-1)).toMatchObject({ score: 0 });
    expect([asked('agent'), asked('cheap'), asked('judge-a')]).toEqual([1, 1, 1]);
  });
});
