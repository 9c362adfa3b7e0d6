import { describe, expect, test } from 'vitest';
import { startChatServer, type ChatAnswer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const DOWN: ChatAnswer = { status: 500, headers: { 'retry-after-ms': '1' }, body: '{"error":{"message":"down"}}' };
const grade = (classification: string): string => JSON.stringify({ reflection: 'Read.', classification });

/** An answer of the chat format that ended for a reason. */
const ending = (content: string | null, finish_reason: string): ChatAnswer => ({
  raw: JSON.stringify({
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  }),
});

/** A project whose target gives these answers, one after the other, and whose judge grades criteria by what they contain. */
async function project(suite: string, { answers = ['It is 42.'], grades = {}, config = '', target = '' }: {
  readonly answers?: readonly ChatAnswer[];
  readonly grades?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly target?: string;
} = {}) {
  const asked: string[] = [];
  const server = await startChatServer(({ model, text }) => {
    if (model === 'judge') {
      const found = Object.keys(grades).find((criterion) => text.includes(criterion));
      const grading = found === undefined ? 'FULLY_MET' : grades[found];
      return grading === undefined || grading === 'lost' ? DOWN : grade(grading);
    }
    asked.push(text);
    return answers[Math.min(asked.length, answers.length) - 1] ?? '';
  });
  const connection = `provider: openai, endpoint: '${server.url}', api_key: secret-key-1`;
  const workspace = await createWorkspace({
    'suite.yaml': suite,
    '.assay/targets.yaml': `targets:\n  - {name: agent, model: agent, ${connection}${target}}\n  - {name: judge, model: judge, ${connection}}\n`,
    '.assay/config.yaml': config,
  });
  const run = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runAssay(
      ['run', 'suite.yaml', '--target', 'agent', '--judge', 'judge', '--max-retries', '0', '--json', ...args],
      { cwd: workspace.folder },
    );
    const summary = (stdout.startsWith('{') ? JSON.parse(stdout) : {}) as Record<string, never>;
    return { exitCode, stderr, summary };
  };
  return { workspace, run, asked };
}

const suiteOf = (body: string, more = ''): string =>
  `evalcases:\n  - id: one\n    expected_outcome: says 42\n    input: What is the answer?\n${more}${body}`;
const evaluators = (...entries: readonly string[]): string => `    evaluators:\n${entries.map((entry) => `      - ${entry}\n`).join('')}`;
const SAYS = '{type: contains, value: "42"}';
const SAYS_NOT = '{type: not_contains, value: sorry}';

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

  test.each<[string, ChatAnswer, string, string]>([
    ['held back by a filter', ending('', 'content_filter'), 'filter', 'the reply was stopped by a content filter'],
    ['cut off', ending('It is', 'length'), 'length', 'the reply was cut off at the limit of tokens'],
  ])('%s: scored, marked, and listed in the summary', async (_what, answer, finishReason, message) => {
    const { run, asked, workspace } = await project(suiteOf(evaluators(SAYS_NOT)), { answers: [answer] });
    const { exitCode, summary } = await run();
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(1);
    expect(summary).toMatchObject({ warnings: [{ message, rows: 1 }] });
    expect((await workspace.rows())[0]).toMatchObject({ score: 1, output: { finishReason }, warnings: [message] });
  });

  test.each([
    ['the case', '    allow_empty: true\n', ''],
    ['the target', '', ', allow_empty: true'],
  ])('it is an answer where %s says so', async (_who, more, target) => {
    const { run, asked } = await project(suiteOf(evaluators(SAYS_NOT), more), { answers: [''], target });
    expect((await run()).exitCode).toBe(0);
    expect(asked).toHaveLength(1);
  });

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
  const rubrics = (line: string): string => `    rubrics:\n      - {description: Is exact, weight: 9}\n      - ${line}\n`;

  test.each<[string, string, readonly string[], number]>([
    ['a line of a rubric', '{description: Is kind}', [], 3],
    ['a line that is a text', 'Is kind', [], 3],
    ['required: true', '{description: Is kind, required: true}', [], 3],
    ['required_min_score', '{description: Is kind, required_min_score: 3}', [], 3],
    ['required: false', '{description: Is kind, required: false}', [], 0],
    ['a line, with a threshold', '{description: Is kind}', ['--threshold', '0.5'], 0],
    ['required: true, with a threshold', '{description: Is kind, required: true}', ['--threshold', '0.5'], 3],
  ])('%s that no judge graded', async (_what, line, args, expected) => {
    const { run } = await project(suiteOf(rubrics(line)), { grades: { 'Is kind': 'lost' } });
    const { exitCode, summary } = await run(...args);
    expect(exitCode).toBe(expected);
    if (expected === 3 && args.length === 0) {
      expect(summary).toMatchObject({ groups: [{ trials: 1, open: 1, passed: 0 }], problems: [{ verdict: null, score: 1 }] });
    }
  });

  test.each<[string, string, readonly string[], number]>([
    ['a line of a rubric fails its case', 'Is kind', [], 1],
    ['a line of a rubric fails no threshold', 'Is kind', ['--threshold', '0.5'], 0],
    ['required: true fails a threshold too', '{description: Is kind, required: true}', ['--threshold', '0.5'], 1],
    ['required: false fails nothing', '{description: Is kind, required: false}', [], 0],
  ])('missed: %s', async (_what, line, args, expected) => {
    const { run } = await project(suiteOf(rubrics(line)), { grades: { 'Is kind': 'CLASS_NOT_MET' } });
    expect((await run(...args)).exitCode).toBe(expected);
  });

  test('rubric_required: false in the settings makes lines a part of the score only', async () => {
    const { run } = await project(suiteOf(rubrics('Is kind')), { grades: { 'Is kind': 'CLASS_NOT_MET' }, config: 'rubric_required: false\n' });
    expect((await run()).exitCode).toBe(0);
  });

  test.each<[string, string, readonly string[], number]>([
    ['required, and passes', SAYS, [], 0],
    ['required, and missed', '{type: contains, value: nobody, required: true, weight: 0.1}', [], 1],
    ['required, missed, beside a threshold', '{type: contains, value: nobody, required: true, weight: 0.1}', ['--threshold', '0.5'], 1],
    ['a minimum that is missed', '{type: contains, value: nobody, min_score: 0.5, weight: 0.1}', [], 1],
    ['a gate without weight', '{type: contains, value: nobody, required: true, weight: 0}', [], 1],
    ['required, and lost', '{type: cost, max_usd: 1, required: true, weight: 0.1}', [], 3],
    ['a member that is missed', '{type: composite, weight: 0.1, evaluators: [{type: contains, value: nobody, required: true, weight: 0.1}, {type: contains, value: "42"}]}', [], 1],
    ['a member that is lost', '{type: composite, weight: 0.1, evaluators: [{type: cost, max_usd: 1, min_score: 0.1, weight: 0.1}, {type: contains, value: "42"}]}', [], 3],
  ])('an entry: %s', async (_what, entry, args, expected) => {
    const { run } = await project(suiteOf(evaluators(`{name: base, type: contains, value: "42", weight: 9}`, entry)));
    expect((await run(...args)).exitCode).toBe(expected);
  });

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
  const scoreStored = async (entry: string, row: object) => {
    const workspace = await createWorkspace({
      'suite.yaml': suiteOf(evaluators(entry)),
      'out.jsonl': `${JSON.stringify({ id: 'one', text: 'It is 42.', ...row })}\n`,
    });
    const { exitCode } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    return { exitCode, row: (await workspace.rows())[0] };
  };

  test.each<[string, object, object]>([
    ['{type: cost, max_usd: 1}', { cost_usd: 0.5 }, { cost_usd: 2 }],
    ['{type: cost, max_usd: 0}', { cost_usd: 0 }, { cost_usd: 0.01 }],
    ['{type: latency, max_ms: 100}', { duration_ms: 100 }, { duration_ms: 101 }],
    ['{type: token_usage, max_output: 5}', { token_usage: { input: 1, output: 5 } }, { token_usage: { input: 1, output: 6 } }],
    ['{type: token_usage, max_total: 0}', { token_usage: { input: 0, output: 0 } }, { token_usage: { input: 1, output: 0 } }],
  ])('%s is unscored, not 0 and not a pass', async (entry, within, beyond) => {
    const unknown = await scoreStored(entry, {});
    expect(unknown.exitCode).toBe(3);
    expect(unknown.row).toMatchObject({ score: null, latencyMs: null });
    expect((await scoreStored(entry, within)).exitCode).toBe(0);
    expect((await scoreStored(entry, beyond)).exitCode).toBe(1);
  });

  test('half of the tokens is not all of them', async () => {
    expect((await scoreStored('{type: token_usage, max_output: 5}', { token_usage: { input: 1 } })).exitCode).toBe(3);
  });
});

describe('--fail-on', () => {
  const half = suiteOf(evaluators(SAYS, '{type: contains, value: It, weight: 2}', '{type: contains, value: nobody, weight: 1.5}'));

  test('borderline is counted and listed, and fails the run only where that is asked for', async () => {
    const { run, workspace } = await project(half);
    const plain = await run('--out', 'plain');
    expect(plain).toMatchObject({
      exitCode: 0,
      summary: { groups: [{ borderline: 1 }], borderline_count: 1, borderline_cases: [{ case_id: 'one', verdict: 'borderline' }], problems: [] },
    });
    expect(await run('--out', 'strict', '--fail-on', 'borderline')).toMatchObject({ exitCode: 1, summary: { outcome: 'failed' } });
    expect((await workspace.manifest('strict')).options).toMatchObject({ fail_on: 'borderline' });
    expect((await run('--fail-on', 'borderline', '--threshold', '0.1')).exitCode).toBe(1);
  });

  test('the settings may say it', async () => {
    const { run } = await project(half, { config: 'defaults: {fail_on: borderline}\n' });
    expect((await run()).exitCode).toBe(1);
    expect((await run('--fail-on', 'fail')).exitCode).toBe(0);
  });

  test('another verdict is wrong usage', async () => {
    const { run } = await project(half);
    expect((await run('--fail-on', 'pass')).exitCode).toBe(2);
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

test('weights that are all 0 give no score and no pass', async () => {
  const { run } = await project(suiteOf(evaluators('{type: contains, value: "42", weight: 0}')));
  const { exitCode, summary } = await run();
  expect(exitCode).toBe(3);
  expect(JSON.stringify(summary)).toContain('all evaluators of the case have weight 0');
});
