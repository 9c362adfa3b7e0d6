import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** What Python writes for 0 / 0 is no JSON. */
const LOGGED = ['{"item": "a", "score": 1}', '{"item": "b", "score": 1}'];
const OUTPUTS = {
  'one line': [...LOGGED, '{"score": NaN}'],
  'several lines': [...LOGGED, '{', '  "hits": [],', '  "score": NaN', '}'],
  'several lines, the last of which says the score': [...LOGGED, '{"hits": [],', ' "score": NaN}'],
  'lines that were cut off': [...LOGGED, '{"hits": ["na"],', ' "score": 0.'],
  'a line and a log': [...LOGGED, '{"score": NaN}', 'done'],
  'a dictionary of Python': [...LOGGED, "{'hits': [], 'score': 0}"],
  'an object as JavaScript shows it': [...LOGGED, '{ score: 0, hits: [] }'],
  'several lines, as JavaScript shows them': [...LOGGED, '{', '  hits: [],', '  score: 0', '}'],
  'a line that was cut off': [...LOGGED, '{"score": 0.1, "hits": ["na'],
};

test.each(Object.entries(OUTPUTS).flatMap(([name, lines]) => ['code_judge', 'script'].map((type) => [type, name, lines] as const)))(
  'a %s whose result of %s is no JSON is unscored, whatever it logged before',
  async (type, _, lines) => {
    const { folder, rows } = await createWorkspace({
      'output.txt': lines.join('\n'),
      'a.yaml': `target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: ${type}, script: [cat, output.txt] }] }\n`,
    });
    const { exitCode } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
    const [row] = await rows('out');
    expect([row?.score, row?.evaluators[0]?.error?.message]).toEqual([null, expect.stringContaining('the script wrote no JSON object')]);
    expect(exitCode).toBe(3);
  },
);

test('logs of scores before a result that is JSON count for nothing, as ever', async () => {
  const { folder, rows } = await createWorkspace({
    'output.txt': [...LOGGED, '{"score": 0.25}', '{"level": NaN}'].join('\n'),
    'a.yaml': 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [cat, output.txt] }] }\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score }) => score)).toEqual([0.25]);
});

test('a result that ends on a line with more than its brace is the result', async () => {
  const { folder, rows } = await createWorkspace({
    'output.txt': [...LOGGED, '{"hits": [],', ' "score": 0.25}', 'Saved {"score": 1}'].join('\n'),
    'a.yaml': 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [cat, output.txt] }] }\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score }) => score)).toEqual([0.25]);
});

test.each([
  ['a line', ['{"score": 0.25}'], ['Config {', '  a: 1', '}']],
  ['several lines', ['{', '  "details": {', '    "a": 1', '  },', '  "score": 0.25', '}'], ['Wrote {', '  "score": 1', '}', 'and {', '  "score": 0', '}']],
])('what is logged after a result of %s, a brace that stands alone too, leaves it the result', async (_, result, logged) => {
  const { folder, rows } = await createWorkspace({
    'output.txt': [...LOGGED, ...result, ...logged].join('\n'),
    'a.yaml': 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [cat, output.txt] }] }\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score }) => score)).toEqual([0.25]);
});

test('of a program whose last reply in JSON cannot be read, an earlier one is no answer', async () => {
  const output = ['{"text": "Let me think: Rome?"}', '{"text": "Paris", "cost_usd": NaN}'];
  const { folder, rows } = await createWorkspace({
    'output.txt': output.join('\n'),
    'a.yaml': 'targets: [{ name: agent, provider: cli, command: [cat, output.txt] }]\ntarget: agent\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Paris }] }\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  const [row] = await rows('out');
  expect(row?.output?.text).toBe(output.join('\n'));
  expect(row?.warnings?.join(' ')).toContain('has no complete one; it is taken as text');
});

test('checks of a result that say neither true nor false are told of, and cost nothing', async () => {
  const { folder, rows } = await createWorkspace({
    'output.txt': JSON.stringify({ score: 0.25, checks: [{ text: 'polite', pass: 'yes' }, { text: 'short', pass: false }] }),
    'a.yaml': 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [cat, output.txt] }] }\n',
  });
  const { stdout } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder, env: { COLUMNS: '300' } });
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(`1 of the script's 2 checks is left out, since each needs a text, and a pass that is true or false: {"text":"polite","pass":"yes"}`);
  expect((await rows('out')).map(({ score, evaluators }) => [score, evaluators[0]?.misses])).toEqual([[0.25, ['short']]]);
});

test.each([
  ['several lines', '{\n  "pass": false,\n  "score": 0.9\n}', [0.9, 'fail', undefined]],
  ['a line before a log', '{"pass": false, "score": 0.9}\ndone', [0.9, 'fail', undefined]],
  ['several lines without a score', '{\n  "pass": true\n}', [1, 'pass', undefined]],
  ['a line whose pass is a text', '{"pass": "no", "score": 0.9}', [null, null, 'the script\'s pass is neither true nor false, but "no"']],
  ['a line whose pass is nested deep', `{"score": 0.9, "pass": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, [null, null, "the script's pass is neither true nor false, but something nested deeper than 100 levels"]],
])('what a script says with pass in %s decides, and no score beside it', async (_, output, expected) => {
  const { folder, rows } = await createWorkspace({
    'output.txt': output,
    'a.yaml': 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: script, script: [cat, output.txt] }] }\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score, verdict, evaluators }) => [score, verdict, evaluators[0]?.error?.message])).toEqual([expected]);
});

test('a verdict and checks that are nested deep are told of, and cost nothing', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const { folder, rows } = await createWorkspace({
    'output.txt': `{"score": 0.25, "verdict": ${deep}, "checks": [${deep}], "assertions": {"a": ${deep}}}`,
    'a.yaml': 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [cat, output.txt] }] }\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score, warnings }) => [score, warnings?.length])).toEqual([[0.25, 3]]);
});
