import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

interface Row {
  readonly case_id: string;
  readonly score: number | null;
  readonly verdict?: string;
  readonly evaluators: readonly { readonly name: string; readonly type: string; readonly score: number | null; readonly verdict?: string; readonly weight: number }[];
}

async function run(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const workspace = await createWorkspace(files);
  const finished = await runAssay(['run', ...args, '--target', 'mock', '--out', 'out'], { cwd: workspace.folder });
  const rows = async (): Promise<readonly Row[]> =>
    (await readFile(join(workspace.folder, 'out/results.jsonl'), 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as Row);
  return { ...finished, rows, folder: workspace.folder };
}

const HEAD = '    expected_outcome: Names the capital\n    input: Paris is the capital of France\n';

describe('assertions', () => {
  test('of a case and of its suite score together, under the names of their metrics', async () => {
    const suite = `assert:
  - { type: not-contains, value: banana, metric: names }
evalcases:
  - id: both
${HEAD}    assert:
      - { type: icontains-all, value: 'paris, france', metric: names }
      - contains: Rome
      - 'not-icontains: london'
      - { type: contains-all, value: [Paris, Rome], weight: 0 }
  - id: suite-only
${HEAD}`;
    const { exitCode, rows } = await run({ 'a.yaml': suite }, 'a.yaml');
    expect(exitCode).toBe(0);
    const [both, alone] = await rows();
    expect(both?.evaluators.map(({ name, type, score, weight }) => [name, type, score, weight])).toEqual([
      ['names', 'icontains_all_of', 1, 1],
      ['contains', 'contains', 0, 1],
      ['not_icontains', 'not_icontains', 1, 1],
      ['contains_all_of', 'contains_all_of', 0, 0],
      ['names-2', 'not_contains', 1, 1],
    ]);
    expect(both?.score).toBe(0.75);
    expect(alone?.evaluators.map(({ name }) => name)).toEqual(['names']);
  });

  test('stand in lines of JSONL, and in the sidecar', async () => {
    const line = JSON.stringify({ id: 'a', expected_outcome: 'x', input: 'Paris', assertions: [{ type: 'starts-with', value: 'Par' }, { type: 'contains', value: 'Rome', required: true }] });
    const { exitCode, rows } = await run({ 'b.jsonl': `${line}\n`, 'b.yaml': 'assert: [{ type: ends-with, value: is }]\n' }, 'b.jsonl');
    expect(exitCode).toBe(1);
    expect((await rows())[0]).toMatchObject({ verdict: 'fail', evaluators: [{ type: 'starts_with' }, { type: 'contains', score: 0 }, { type: 'ends_with', score: 1 }] });
  });

  test('have no variables in the commands that they start, however they are written', async () => {
    const written = [
      'assert: [{ type: code-grader, command: "echo {{x}}" }]',
      'assert: [{ script: "echo {{x}}" }]',
      'assert: ["script: echo {{x}}"]',
      'assert: [{ type: script, value: "echo {{x}}" }]',
      'assert: [{ type: assert-set, assert: [{ type: not-script, command: [sh, -c, "echo {{x}}"] }] }]',
      'execution: { evaluators: [{ type: code_judge, script: "echo {{x}}" }] }',
      'execution: { assertions: [{ type: code_grader, script: "echo {{x}}" }] }',
      'assert: ["{{whole}}"]',
      'assert: ["{{text}}"]',
    ];
    const cases = written.map((line, index) => `  - id: c${index}\n    vars: { x: "; touch made-by-a-variable", whole: { type: script, script: touch made-by-a-variable }, text: "script: touch made-by-a-variable" }\n    input: Paris\n    ${line}\n`).join('');
    const { exitCode, stderr, folder } = await run({ 'a.yaml': `default_test: { assert: [{ type: script, command: "echo {{x}}" }] }\nevalcases:\n${cases}` }, 'a.yaml');
    expect(exitCode).toBe(2);
    expect(existsSync(join(folder, 'made-by-a-variable'))).toBe(false);
    // One for each case, and one for what the suite says, which is wrong at one place.
    expect(stderr.match(/a\.yaml:\d+:\d+: error: .*variables cannot stand in a command/gu)).toHaveLength(9);
    expect(stderr).toContain('the same 1 more time, the last one at a.yaml:18:37');
  });

  test('among evaluators are told the name of the evaluator, and where they are read', async () => {
    const entries = ['is-json', 'contains-any', 'icontains-all', 'not-icontains', 'code-grader', 'llm-grader', 'webhook', 'contains-xyz'];
    const suite = `evalcases:\n  - id: a\n${HEAD}    evaluators:\n${entries.map((type) => `      - { type: ${type} }\n`).join('')}`;
    const { folder } = await createWorkspace({ 'a.yaml': suite });
    const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('a.yaml:6:17: error: "is-json" is a type of assertions, and no evaluator');
    expect(stdout.match(/(?<=fix: ).*/gu)).toEqual([
      'write type: is_json, or put it under assert, where is-json is read',
      'write type: contains_any_of, or put it under assert, where contains-any is read',
      'write type: icontains_all_of with threshold: 1, or put it under assert, where icontains-all is read',
      'write type: not_icontains, or put it under assert, where not-icontains is read',
      'write type: code_judge, or put it under assert, where code-grader is read',
      'write type: llm_judge, or put it under assert, where llm-grader is read',
      'write - type: script with script: [program, argument, …], which reads the reply as JSON and prints a score',
      'did you mean contains_json?',
    ]);
  });

  test('that are not read end a run before it asks anything, each with its place', async () => {
    const suite = `evalcases:\n  - id: bad\n${HEAD}    assert:\n      - { type: contians, value: a }\n      - { type: perplexity, threshold: 5 }\n      - { type: contains-any, vlaue: a }\n      - { type: latency, threshold: fast }\n`;
    const { exitCode, stderr } = await run({ 'c.yaml': suite }, 'c.yaml');
    expect(exitCode).toBe(2);
    for (const said of [
      /c\.yaml:6:17: error: unknown type of assertion "contians"\n\s+fix: did you mean contains\?/u,
      /c\.yaml:7:17: error: assertions of type "perplexity" are not supported\n\s+fix: leave it out/u,
      /c\.yaml:8:31: error: unknown key "vlaue" in an assertion of type contains-any: nothing reads it\n\s+fix: did you mean value\?/u,
      /c\.yaml:9:37: error: evaluator "latency": max_ms must be a number/u,
    ]) expect(stderr).toMatch(said);
  });

  test.each([
    ['{ type: not-contians, value: a }', 'did you mean not-contains?'],
    ['"notcontains: a"', 'did you mean not-contains: …?'],
    ['"NOT-contains: a"', 'did you mean not-contains: …?'],
    ['{ type: "!contains", value: a }', 'did you mean not_contains?'],
    ['{ type: "! contians", value: a }', 'did you mean not_contains?'],
    ['{ type: "!not_contains", value: a }', 'did you mean contains?'],
    ['{ type: "!not-contians", value: a }', 'did you mean contains?'],
    ['{ type: "!!contains", value: a }', 'did you mean contains?'],
    ['"!contains: a"', 'did you mean not-contains: …?'],
  ])('that are turned around are hinted at so: %s', async (assertion, hint) => {
    const { folder } = await createWorkspace({ 'c.yaml': `evalcases:\n  - id: bad\n${HEAD}    assert: [${assertion}]\n` });
    const { stdout } = await runAssay(['validate', 'c.yaml'], { cwd: folder });
    expect(stdout).toContain(`fix: ${hint}\n`);
  });

  test('nor is an evaluator with an exclamation mark in front taken for the one that asks for the opposite', async () => {
    const { folder } = await createWorkspace({ 'c.yaml': `evalcases:\n  - id: bad\n${HEAD}    evaluators: [{ type: "!contains", value: a }]\n` });
    const { stdout } = await runAssay(['validate', 'c.yaml'], { cwd: folder });
    expect(stdout).toContain('fix: did you mean not_contains?\n');
  });

  test('may have what a grader is asked written by a program, whose text is no template', async () => {
    const server = await startChatServer(() => '{"reflection": "well", "hits": [], "misses": [], "classification": 1, "reasoning": "well", "score": 1}');
    const program = "let text = ''; for await (const part of process.stdin) text += part;\nconst { candidate_answer: answer, config } = JSON.parse(text);\nprocess.stdout.write(`Does it keep to the policy of ${config.month}? {{ question }} ${config.month === 'march' ? answer : ''}`);\n";
    const graders = (month: string): string => `      - { type: llm-grader, metric: ${month}, prompt: { command: [node, policy.mjs], config: { month: ${month} } } }\n`;
    const suite = `evalcases:\n  - id: all\n${HEAD}    assert:\n${graders('march')}${graders('may')}`;
    const targets = `targets:\n  - { name: judge, provider: openai, model: gpt-x, endpoint: ${server.url}, api_key: k }\n`;
    const { exitCode, rows } = await run({ 'a.yaml': suite, 'policy.mjs': program, '.assay/targets.yaml': targets }, 'a.yaml', '--judge', 'judge');
    expect(exitCode).toBe(0);
    expect((await rows())[0]?.evaluators.map(({ name, score }) => [name, score])).toEqual([['march', 1], ['may', 1]]);
    const asked = server.requests.map(({ text }) => text);
    expect(asked).toContainEqual(expect.stringContaining('Does it keep to the policy of march? {{ question }} Paris is the capital of France'));
    // A prompt that does not show the answer is followed by it.
    expect(asked).toContainEqual(expect.stringMatching(/policy of may\? \{\{ question \}\}[\s\S]+Paris is the capital of France/u));
  });

  test('of every kind are made by the evaluators that know them', async () => {
    const server = await startChatServer(() => '{"reflection": "well", "hits": [], "misses": [], "classification": 1, "reasoning": "well", "score": 1}');
    const suite = `evalcases:
  - id: all
    expected_outcome: Gives the answer as JSON
    input: '{"answer": "Paris is the capital"}'
    expected_output: Paris is the capital
    context: Paris is the capital of France.
    assert:
      - { type: equals, value: { answer: Paris is the capital } }
      - { type: not-equals, value: Rome }
      - { type: regex, value: 'paris', flags: i }
      - { type: is-json, value: { type: object, required: [answer] } }
      - { type: not-is-json, value: { type: object, required: [question] } }
      - contains-json:
      - { type: levenshtein, value: '{"answer": "Paris is the capitol"}' }
      - { type: not-levenshtein, value: Something that is quite another matter, threshold: 3 }
      - { type: rouge-n, value: the answer Paris is the capital, threshold: 0.7 }
      - { type: bleu, value: answer Paris is the capital, threshold: 0.9 }
      - { type: javascript, value: 'JSON.parse(output).answer.length > 5' }
      - { type: script, value: [node, -e, "process.stdin.resume().on('end', () => console.log('true'))"] }
      - { type: not-is-refusal }
      - { type: llm-rubric, value: Is polite }
      - { type: g-eval, value: Is polite, threshold: 0.1 }
      - factuality: Paris is the capital
      - answer-relevance
      - context-faithfulness
      - context-recall
`;
    const { folder } = await createWorkspace({ 'all.yaml': suite });
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url };
    await runAssay(['run', 'all.yaml', '--target', 'mock', '--judge', 'openai:gpt-4o', '--out', 'out'], { cwd: folder, env });
    const row = JSON.parse(await readFile(join(folder, 'out/results.jsonl'), 'utf8')) as Row;
    const judged = ['llm_rubric', 'g_eval', 'factuality', 'answer_relevance', 'context_faithfulness', 'context_recall'];
    expect(row.evaluators.map(({ type, verdict }) => [type, verdict])).toEqual(
      ['equals', 'not_equals', 'regex', 'contains_json', 'not_contains_json', 'contains_json', 'levenshtein', 'not_levenshtein', 'rouge_n', 'bleu', 'javascript', 'script', 'not_is_refusal', ...judged].map((type) => [type, 'pass']),
    );
    expect(server.requests).toHaveLength(judged.length);
  });
});

test('a set or composite whose score lies exactly at its threshold passes, and fails its case below it', async () => {
  const members = '[{ type: contains, value: Hi }, { type: contains, value: nowhere }]';
  const { folder: cwd, rows } = await createWorkspace({
    'evals/a.yaml': `tests:
  - { id: at, criteria: good, input: Hi, assert: [{ type: assert-set, threshold: 0.5, assert: ${members} }] }
  - { id: below, criteria: good, input: Hi, assert: [{ type: assert-set, threshold: 0.51, assert: ${members} }] }
  - { id: aggregated, criteria: good, input: Hi, assert: [{ type: composite, assertions: ${members}, aggregator: { type: threshold, threshold: 0.5 } }] }
  - { id: named, criteria: good, input: Hi, evaluators: [{ type: composite, evaluators: ${members}, threshold: 0.5 }] }
  - { id: script, criteria: good, input: Hi, assert: [{ type: javascript, value: '0.5', threshold: 0.5 }] }
`,
    'evals/bad.yaml': `tests:\n  - { id: a, criteria: good, input: Hi, assert: [{ type: composite, assertions: ${members}, aggregator: { type: threshold, threshold: 5 } }] }\n`,
  });
  expect((await runAssay(['run', 'evals/a.yaml', '--target', 'mock'], { cwd })).exitCode).toBe(1);
  expect((await rows()).map(({ caseId, score, verdict }) => [caseId, score, verdict]).toSorted()).toEqual([
    ['aggregated', 0.5, 'pass'],
    ['at', 0.5, 'pass'],
    ['below', 0.5, 'fail'],
    ['named', 0.5, 'pass'],
    ['script', 0.5, 'pass'],
  ]);
  const bad = await runAssay(['validate', 'evals/bad.yaml'], { cwd });
  expect([bad.exitCode, bad.stdout + bad.stderr]).toEqual([2, expect.stringMatching(/evals\/bad\.yaml:2:1\d\d: error: evaluator "composite": threshold must be a number from 0 to 1/u)]);
});

describe('a set that holds no assertions is told so in its own words', () => {
  test.each([
    ['{ type: assert-set }', '5:14: error: an assertion of type "assert-set" holds no assertions', 'write at least one: assert: [{ type: contains, value: … }]'],
    ['{ type: assert-set, assert: [] }', '5:42: error: an assertion of type "assert-set" holds no assertions', 'write at least one: assert: [{ type: contains, value: … }]'],
    ['{ type: assert-set, assert: { contains: x } }', '5:42: error: assert must be a list of assertions, not a mapping', 'write a list of - type: …'],
    ['{ type: composite, assertions: x }', '5:45: error: assertions must be a list of assertions, not a string', 'write a list of - type: …'],
    ['assert-set', '5:14: error: an assertion of type "assert-set" holds no assertions', 'write at least one: assert: [{ type: contains, value: … }]'],
    ['execution-metrics', '5:14: error: an assertion of type "execution-metrics" names no figure', 'write one of max_tool_calls, max_tokens, max_cost_usd, max_duration_ms'],
  ])('%s', async (assertion, error, fix) => {
    const { folder } = await createWorkspace({ 'a.yaml': `evalcases:\n  - id: a\n${HEAD}    assert: [${assertion}]\n` });
    const { exitCode, stderr, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(`${stdout}${stderr}`).toContain(`a.yaml:${error}\n  fix: ${fix}\n`);
    expect(`${stdout}${stderr}`).toContain('1 error,');
  });
});

test('a figure of execution-metrics that is none is told by its own name, at its place', async () => {
  const { folder } = await createWorkspace({ 'a.yaml': `evalcases:\n  - id: a\n${HEAD}    assert: [{ type: execution-metrics, max_tokens: x, max_tool_calls: 1.5, max_cost_usd: -1, max_duration_ms: "5" }]\n` });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'a.yaml:5:53: error: max_tokens must be a whole number >= 0, not "x"',
    'a.yaml:5:72: error: max_tool_calls must be a whole number >= 0, not the number 1.5',
    'a.yaml:5:91: error: max_cost_usd must be a number >= 0, not the number -1',
    'a.yaml:5:112: error: max_duration_ms must be a number >= 0, not "5"',
  ]);
  expect(exitCode).toBe(2);
});

test.each([
  ['{ type: composite, threshold: 2, assertions: ["contains: a"] }', 'evaluator "composite": threshold must be a number from 0 to 1', ''],
  ['{ type: assert-set, threshold: 80, assert: ["contains: a"] }', 'evaluator "composite": threshold must be a number from 0 to 1', ''],
  ['{ type: rubrics, threshold: 80, value: [Is short] }', 'threshold must be a number from 0 to 1, not the number 80', '\n  fix: write threshold: 0.8'],
  ['{ type: rubrics, threshold: 7, value: [Is short] }', 'threshold must be a number from 0 to 1, not the number 7', '\n  fix: write a number such as 0.8'],
  ['{ type: contains, value: a, min_score: 7 }', 'min_score must be a number from 0 to 1, not the number 7', '\n  fix: write a number such as 0.8'],
])('a score that must be reached is named as it is written, once: %s', async (assertion, message, hint) => {
  const { folder, write } = await createWorkspace({ 'a.yaml': `tests:\n  - { id: a, criteria: x, input: Hi, assert: [${assertion}] }\n` });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
  expect(stdout.replace(/^a\.yaml:2:\d+: error: /u, '')).toBe(`${message}${hint}\ninvalid: 1 suite, 0 cases, 1 error, 0 warnings\n`);
  expect(exitCode).toBe(2);
  await write({ 'a.yaml': `tests:\n  - { id: a, criteria: x, input: Hi, assert: [${assertion.replace(/(threshold|min_score): \d+/u, '$1: 0.8')}] }\n` });
  expect(await runAssay(['validate', 'a.yaml'], { cwd: folder })).toMatchObject({ exitCode: 0 });
});
