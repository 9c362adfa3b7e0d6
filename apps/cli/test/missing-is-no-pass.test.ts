import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { DOWN, ending, evaluators, HALF, project, SAYS_NOT, suiteOf, testEntries, testMarkedReplies, testMissedLines, testUngradedLines, testUnknownFigures } from './support/projects/case-with-gaps.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('an empty reply is no reply', () => {
  test('of an API: asked for once more, then the run is undecided', async () => {
    const { run, asked, workspace } = await project(suiteOf(evaluators(SAYS_NOT)), { answers: [''] });
    const { exitCode, summary } = await run();
    expect(exitCode).toBe(3);
    expect(asked).toHaveLength(2);
    expect(summary).toMatchObject({ outcome: 'undecided', groups: [{ unscored: 1 }], problems: [{ error: { code: 'empty_reply' } }] });
    expect((await workspace.rows())[0]).toMatchObject({ score: null, verdict: null, error: { code: 'empty_reply' } });
  });

  test('the second reply of an API counts', async () => {
    const { run, workspace } = await project(suiteOf(evaluators(SAYS_NOT)), { answers: [' \n', 'fine'] });
    expect((await run()).exitCode).toBe(0);
    expect((await workspace.rows())[0]?.warnings).toContain('the first reply was empty, so that the target was asked once more');
  });

  test('cut off before it said anything: not asked for again', async () => {
    const { run, asked, workspace } = await project(suiteOf(evaluators(SAYS_NOT)), { answers: [ending('', 'length')] });
    expect((await run()).exitCode).toBe(3);
    expect(asked).toHaveLength(1);
    expect((await workspace.rows())[0]?.error).toMatchObject({ code: 'empty_reply', hint: 'raise its limit of tokens' });
  });

  testMarkedReplies([
    ['cut off', ending('It is', 'length'), 'length', 'the reply was cut off at the limit of tokens'],
  ]);

  test.each([
    ['the case', '    allow_empty: true\n', ''],
    ['the target', '', ', allow_empty: true'],
  ])('it is an answer where %s says so', async (_who, more, target) => {
    const { run, asked } = await project(suiteOf(evaluators(SAYS_NOT), more), { answers: [''], target });
    expect((await run()).exitCode).toBe(0);
    expect(asked).toHaveLength(1);
  });

  test('stored: not scored, unless the case says that it is an answer', async () => {
    const scored = async (more: string) => {
      const workspace = await createWorkspace({
        'suite.yaml': suiteOf(evaluators(SAYS_NOT), more),
        'out.jsonl': '{"id": "one", "text": ""}\n',
      });
      return (await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder })).exitCode;
    };
    expect(await scored('')).toBe(3);
    expect(await scored('    allow_empty: true\n')).toBe(0);
  });
});

describe('what must hold and could not be checked leaves the case open', () => {
  testUngradedLines([
    ['a line of a rubric', '{description: Is kind}', [], 3],
    ['required: false', '{description: Is kind, required: false}', [], 0],
  ]);

  testMissedLines([
    ['a line of a rubric fails its case', 'Is kind', [], 1],
    ['required: false fails nothing', '{description: Is kind, required: false}', [], 0],
  ]);

  testEntries([
    ['required, and missed', '{type: contains, value: nobody, required: true, weight: 0.1}', [], 1],
    ['required, and lost', '{type: cost, max_usd: 1, required: true, weight: 0.1}', [], 3],
    ['a member that is lost', '{type: composite, weight: 0.1, evaluators: [{type: cost, max_usd: 1, min_score: 0.1, weight: 0.1}, {type: contains, value: "42"}]}', [], 3],
  ]);

  test('a lost reply leaves open what the file requires, however low the threshold', async () => {
    const { run } = await project(
      `evalcases:\n  - {id: a, expected_outcome: x, input: a, evaluators: [{type: contains, value: "42"}]}\n  - {id: b, expected_outcome: x, input: b, evaluators: [{type: contains, value: "42", required: true}]}\n`,
      { answers: ['It is 42.', DOWN] },
    );
    expect((await run('--threshold', '0.1', '--concurrency', '1')).exitCode).toBe(3);
  });

  test.each([
    ['required: maybe', 'required must be true or false'],
    ['min_score: 80', 'min_score must be a number from 0 to 1'],
  ])('%s is an error with its place', async (written, message) => {
    const workspace = await createWorkspace({ 'suite.yaml': suiteOf(evaluators(`{type: contains, value: "42", ${written}}`)) });
    const { exitCode, stdout, stderr } = await runAssay(['validate', 'suite.yaml'], { cwd: workspace.folder });
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(message);
    expect(stdout + stderr).toMatch(/suite\.yaml:6:\d+/u);
  });
});

describe('figures that are not known', () => {
  testUnknownFigures([
    ['{type: cost, max_usd: 1}', { cost_usd: 0.5 }, { cost_usd: 2 }],
  ]);
});

describe('--fail-on', () => {
  test('borderline is counted and listed, and fails the run only where that is asked for', async () => {
    const { run, workspace } = await project(HALF);
    const plain = await run('--out', 'plain');
    expect(plain).toMatchObject({
      exitCode: 0,
      summary: { groups: [{ borderline: 1 }], borderline_count: 1, borderline_cases: [{ case_id: 'one', verdict: 'borderline' }], problems: [] },
    });
    expect(await run('--out', 'strict', '--fail-on', 'borderline')).toMatchObject({ exitCode: 1, summary: { outcome: 'failed' } });
    expect((await workspace.manifest('strict')).options).toMatchObject({ fail_on: 'borderline' });
    expect((await run('--fail-on', 'borderline', '--threshold', '0.1')).exitCode).toBe(1);
  });

  test('another verdict is wrong usage', async () => {
    const { run } = await project(HALF);
    expect((await run('--fail-on', 'pass')).exitCode).toBe(2);
  });
});

test('weights that are all 0 give no score and no pass', async () => {
  const { run } = await project(suiteOf(evaluators('{type: contains, value: "42", weight: 0}')));
  const { exitCode, summary } = await run();
  expect(exitCode).toBe(3);
  expect(JSON.stringify(summary)).toContain('all evaluators of the case have weight 0');
});
