import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { ending, evaluators, HALF, project, rubrics, SAYS, SAYS_NOT, scoreStored, suiteOf, testEntries, testMarkedReplies, testMissedLines, testUngradedLines, testUnknownFigures } from './support/projects/case-with-gaps.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('an empty reply is no reply', () => {
  testMarkedReplies([
    ['held back by a filter', ending('', 'content_filter'), 'filter', 'the reply was stopped by a content filter'],
  ]);

  test('of a program: only what looks at more than the text is scored', async () => {
    const script = `{type: code_judge, script: [node, -e, "console.log(JSON.stringify({score: 1}))"]}`;
    const workspace = await createWorkspace({
      'suite.yaml': suiteOf(evaluators(SAYS_NOT, script)),
      '.assay/targets.yaml': 'targets:\n  - {name: silent, provider: cli, command: [node, -e, ""]}\n',
    });
    const { exitCode } = await runAssay(['run', 'suite.yaml', '--target', 'silent'], { cwd: workspace.folder });
    expect(exitCode).toBe(3);
    expect((await workspace.rows())[0]?.evaluators).toMatchObject([
      { type: 'not_contains', score: null, error: { code: 'empty_reply' } },
      { type: 'code_judge', score: 1 },
    ]);
  });
});

describe('what must hold and could not be checked leaves the case open', () => {
  testUngradedLines([
    ['a line that is a text', 'Is kind', [], 3],
    ['required: true', '{description: Is kind, required: true}', [], 3],
    ['required_min_score', '{description: Is kind, required_min_score: 3}', [], 3],
    ['a line, with a threshold', '{description: Is kind}', ['--threshold', '0.5'], 0],
    ['required: true, with a threshold', '{description: Is kind, required: true}', ['--threshold', '0.5'], 3],
  ]);

  testMissedLines([
    ['required: true fails a threshold too', '{description: Is kind, required: true}', ['--threshold', '0.5'], 1],
    ['a line of a rubric fails no threshold', 'Is kind', ['--threshold', '0.5'], 0],
  ]);

  test('rubric_required: false in the settings makes lines a part of the score only', async () => {
    const { run } = await project(suiteOf(rubrics('Is kind')), { grades: { 'Is kind': 'CLASS_NOT_MET' }, config: 'rubric_required: false\n' });
    expect((await run()).exitCode).toBe(0);
  });

  testEntries([
    ['required, and passes', SAYS, [], 0],
    ['required, missed, beside a threshold', '{type: contains, value: nobody, required: true, weight: 0.1}', ['--threshold', '0.5'], 1],
    ['a gate without weight', '{type: contains, value: nobody, required: true, weight: 0}', [], 1],
    ['a minimum that is missed', '{type: contains, value: nobody, min_score: 0.5, weight: 0.1}', [], 1],
    ['a member that is missed', '{type: composite, weight: 0.1, evaluators: [{type: contains, value: nobody, required: true, weight: 0.1}, {type: contains, value: "42"}]}', [], 1],
  ]);
});

describe('figures that are not known', () => {
  testUnknownFigures([
    ['{type: cost, max_usd: 0}', { cost_usd: 0 }, { cost_usd: 0.01 }],
    ['{type: latency, max_ms: 100}', { duration_ms: 100 }, { duration_ms: 101 }],
    ['{type: token_usage, max_output: 5}', { token_usage: { input: 1, output: 5 } }, { token_usage: { input: 1, output: 6 } }],
    ['{type: token_usage, max_total: 0}', { token_usage: { input: 0, output: 0 } }, { token_usage: { input: 1, output: 0 } }],
  ]);

  test('half of the tokens is not all of them', async () => {
    expect((await scoreStored('{type: token_usage, max_output: 5}', { token_usage: { input: 1 } })).exitCode).toBe(3);
  });
});

describe('--fail-on', () => {
  test('the settings may say it', async () => {
    const { run } = await project(HALF, { config: 'defaults: {fail_on: borderline}\n' });
    expect((await run()).exitCode).toBe(1);
    expect((await run('--fail-on', 'fail')).exitCode).toBe(0);
  });
});

test('the verdict of a script that makes one score of others counts', async () => {
  const script = `[node, -e, 'console.log(JSON.stringify({score: 0.9, verdict: "fail"}))']`;
  const { run, workspace } = await project(
    suiteOf(evaluators(`{type: composite, evaluators: [${SAYS}], aggregator: {type: code_judge, script: ${script}}}`)),
  );
  expect((await run()).exitCode).toBe(1);
  expect((await workspace.rows())[0]).toMatchObject({ score: 0.9, verdict: 'fail' });
});
