import { describe, expect, test } from 'vitest';
import type { Finished } from './support/assay.js';
import { startChatServer, type ChatAnswer, type ChatServer } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const SUITE = `
evalcases:
  - id: greeting
    expected_outcome: Greets politely
    input: Say hello
    rubrics: [Must be polite]
`;

const assessment = (classification: string): string =>
  JSON.stringify({ reflection: `I would say ${classification}.`, hits: [], misses: [], classification });

type Behaviour = ChatAnswer | ChatAnswer[];

/** Targets on one loopback server, a model for each, and what each model answers. */
async function panelProject(
  behaviour: Readonly<Record<string, Behaviour>>,
  config: string,
): Promise<{ workspace: Workspace; server: ChatServer; asked: (model: string) => number }> {
  const asked = (model: string): number => server.requests.filter((request) => request.model === model).length;
  const server: ChatServer = await startChatServer((request) => {
    const answers = behaviour[request.model];
    if (answers === undefined) return { status: 404, body: '{"error":{"message":"no such model"}}' };
    return Array.isArray(answers) ? (answers[Math.min(asked(request.model), answers.length) - 1] ?? '') : answers;
  });
  const targets = Object.keys(behaviour).map(
    (model) => `  - {name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test}`,
  );
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n${targets.join('\n')}\n`,
    '.assay/config.yaml': config,
  });
  return { workspace, server, asked };
}

const RUN = ['run', 'suite.yaml', '--target', 'agent', '--max-retries', '1'];
const DOWN: ChatAnswer = { status: 503, headers: { 'retry-after-ms': '1', 'retry-after': '0' }, body: '{"error":{"message":"no backend"}}' };
const RUBBISH = 'I like trains.';

function rubricOf(rows: Awaited<ReturnType<Workspace['rows']>>) {
  const [row] = rows;
  const point = row?.evaluators[0]?.points?.[0];
  return { row, point };
}

async function run(workspace: Workspace, ...more: string[]): Promise<Finished> {
  return runAssay([...RUN, ...more], { cwd: workspace.folder });
}

const THREE = 'judges:\n  panel: [judge-a, judge-b, judge-c]\n';

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

  test('a lost judge does not hide a failed case', async () => {
    const { workspace } = await panelProject(
      { agent: 'Go away.', 'judge-a': RUBBISH, 'judge-b': DOWN, 'judge-c': assessment('NOT_MET') },
      THREE,
    );
    const finished = await run(workspace);
    expect(rubricOf(await workspace.rows()).row).toMatchObject({ status: 'partial', score: 0, verdict: 'fail' });
    expect(finished.exitCode).toBe(1);
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
  const GRADES = { agent: 'Hello!', 'judge-a': assessment('FULLY_MET'), 'judge-b': assessment('FULLY_MET'), 'judge-c': assessment('NOT_MET') };
  const scoreOf = async (workspace: Workspace): Promise<number | null | undefined> => rubricOf(await workspace.rows()).row?.score;

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

  test.each(['median', 'majority', 'min'])('%s below the quorum is undecided; with all lost the backup is asked', async (consensus) => {
    const short = await panelProject({ ...GRADES, 'judge-b': DOWN }, `${THREE}  consensus: ${consensus}\n  quorum: 3\n`);
    expect((await run(short.workspace)).exitCode).toBe(3);
    const spare = await panelProject({ ...GRADES, 'judge-a': DOWN, 'judge-b': DOWN, 'judge-c': DOWN, spare: assessment('FULLY_MET') }, `${THREE}  consensus: ${consensus}\n  backup: spare\n`);
    expect((await run(spare.workspace)).exitCode).toBe(0);
    expect(await scoreOf(spare.workspace)).toBe(1);
  });
});

describe('a judge before the panel', () => {
  const cascade = (more = ''): string => `${THREE}  cascade: { first: cheap${more} }\n`;
  const GRADES = { agent: 'Hello!', 'judge-a': assessment('NOT_MET'), 'judge-b': assessment('NOT_MET'), 'judge-c': assessment('NOT_MET') };

  test('decides alone where it does not waver, and the panel costs nothing', async () => {
    const { workspace, asked } = await panelProject({ ...GRADES, cheap: assessment('HALF_MET') }, cascade(', audit: 0'));
    expect((await run(workspace)).exitCode).toBe(1);
    const { row, point } = rubricOf(await workspace.rows());
    expect(row).toMatchObject({ score: 0.5, status: 'ok' });
    expect(point?.judges).toMatchObject([{ id: 'cheap', stage: 'first', score: 0.5 }]);
    expect(asked('judge-a')).toBe(0);
  });

  test('is not doubted where it passes in full, unless the band says so', async () => {
    const { workspace, asked } = await panelProject({ ...GRADES, cheap: assessment('FULLY_MET') }, cascade(', audit: 0'));
    expect((await run(workspace, '--out', 'sure')).exitCode).toBe(0);
    expect(rubricOf(await workspace.rows('sure'))).toMatchObject({ row: { score: 1, status: 'ok' }, point: { judges: [{ id: 'cheap', band: 0.15 }] } });
    expect(asked('judge-a')).toBe(0);
    await workspace.write({ '.assay/config.yaml': cascade(', audit: 0, band: 0.2') });
    expect((await run(workspace, '--out', 'doubted')).exitCode).toBe(1);
    expect(asked('judge-a')).toBe(1);
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
