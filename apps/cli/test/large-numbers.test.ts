import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test.each([
  ['data.jsonl', '{"n":9007199254740993,"expected":9007199254740993}\n{"n":12,"expected":12}\n'],
  ['data.json', '[{"n":9007199254740993,"expected":9007199254740993},{"n":12,"expected":12}]'],
])('whole numbers of %s are asked and compared with all their digits', async (name, text) => {
  const { folder, rows } = await createWorkspace({ [name]: text, 'data.yaml': "prompts: ['{{n}}']\nevaluators: [equals]\n" });
  const { exitCode } = await runAssay(['run', name, '--target', 'mock', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ input, score, vars }) => [input[0]?.content, score, vars?.['n']]).toSorted()).toEqual([['12', 1, 12], ['9007199254740993', 1, '9007199254740993']]);
  expect(exitCode).toBe(0);
});

const HEAD = "prompts: ['{{order.id}} {{n}}']\nassertions: [{ type: equals, value: '9007199254740993 7' }]\n";

test.each([
  ['a.yaml', { 'a.yaml': `${HEAD}default_test: { vars: { n: 7 } }\nevalcases:\n  - { id: a, expected_outcome: x, vars: { order: { id: 9007199254740993 } } }\n` }],
  ['a.yaml', { 'a.yaml': `${HEAD}vars: { order: &order { id: 9007199254740993 } }\nevalcases:\n  - { id: a, expected_outcome: x, vars: { n: 7, order: *order } }\n` }],
  ['a.jsonl', { 'a.jsonl': '{"id":"a","expected_outcome":"x","vars":{"n":7,"order":{"id":9007199254740993}}}\n', 'a.yaml': HEAD }],
  ['rows.jsonl', { 'rows.jsonl': '{"n":7,"order":{"id":9007199254740993}}\n', 'rows.yaml': HEAD }],
  ['rows.json', { 'rows.json': '[{"n":7,"order":{"id":9007199254740993}}]', 'rows.yaml': HEAD }],
])('whole numbers inside of variables of %s are asked with all their digits', async (name, files) => {
  const { folder, rows } = await createWorkspace(files);
  const { exitCode, stdout } = await runAssay(['run', name, '--target', 'mock', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ input, score, vars }) => [input[0]?.content, score, vars?.['order']])).toEqual([['9007199254740993 7', 1, { id: '9007199254740993' }]]);
  expect(exitCode, stdout).toBe(0);
});

const SEES = `process.stdin.on('data', (text) => console.log(JSON.stringify({ score: String(text).includes('["9007199254740993"]') ? 1 : 0 })))`;

test.each([
  ['a.yaml', 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, context: { order: [9007199254740993] }, metadata: { order: 9007199254740993 }, evaluators: [{ type: code_judge, script: [node, sees.cjs] }] }\n'],
  ['a.jsonl', '{"id":"a","expected_outcome":"x","input":"Hi","context":{"order":[9007199254740993]},"metadata":{"order":9007199254740993},"evaluators":[{"type":"code_judge","script":["node","sees.cjs"]}]}\n'],
])('scripts see the context of %s with all digits of its numbers, rows the metadata', async (name, text) => {
  const { folder, rows } = await createWorkspace({ [name]: text, 'sees.cjs': SEES });
  expect((await runAssay(['run', name, '--target', 'mock', '--out', 'out'], { cwd: folder })).exitCode).toBe(0);
  expect((await rows('out')).map(({ score, metadata }) => [score, metadata])).toEqual([[1, { order: '9007199254740993' }]]);
});

/** Order numbers that are the same double, and not the same number. */
const [RIGHT, OTHER] = ['12345678901234567890', '12345678901234567891'];
const COMPARED = [
  ['field_accuracy', `expected_output: { order: ${RIGHT} }`, '{ type: field_accuracy, fields: [{ path: order }] }'],
  ['tolerance', `expected_output: { order: ${RIGHT} }`, '{ type: field_accuracy, fields: [{ path: order, match: numeric_tolerance }] }'],
  ['text', `expected_output: '{"order": ${RIGHT}}'`, '{ type: field_accuracy, fields: [{ path: order }] }'],
  ['exact_match', `expected_output: { order: ${RIGHT} }`, 'exact_match'],
  ['list', `expected_output: [{ order: ${RIGHT} }]`, '{ type: not_equals }'],
  ['equals', 'tags: [x]', `{ type: equals, value: { order: ${RIGHT} } }`],
] as const;
const CASES = COMPARED.flatMap(([id, expected, evaluator]) =>
  [RIGHT, OTHER].map((order) => `  - { id: ${id}-${order}, expected_outcome: x, input: '{"order": ${order}}', ${expected}, evaluators: [${evaluator}] }\n`),
);

test('a reply with another number beyond 2^53 than was expected is no right one', async () => {
  const { folder, rows } = await createWorkspace({ 'a.yaml': `target: mock\nevalcases:\n${CASES.join('')}` });
  const { stdout } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  const scores = new Map((await rows('out')).map(({ caseId, score }) => [caseId, score]));
  const found = COMPARED.map(([id]) => [id, scores.get(`${id}-${RIGHT}`), scores.get(`${id}-${OTHER}`)]);
  // A list is not what either of them says.
  expect(found, stdout).toEqual([['field_accuracy', 1, 0], ['tolerance', 1, 0], ['text', 1, 0], ['exact_match', 1, 0], ['list', 1, 1], ['equals', 1, 0]]);
});

test('targets are asked with all digits of the numbers in data, and test cases compared with them', async () => {
  const { folder, rows } = await createWorkspace({
    'a.yaml': `target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: { order: ${RIGHT} }, evaluators: [{ type: contains, value: '${RIGHT}' }] }\n`,
    'suites/orders/a.yaml': `id: b\ntask: Repeat\ninput: '{}'\nexpected: { order: ${RIGHT} }\nmetadata: { order: ${RIGHT} }\ntags: [x]\nrubric:\n  same: { rule: exact_match, weight: 1 }\n`,
    'outputs.jsonl': `{"id":"b","text":"{\\"order\\": ${OTHER}}"}\n`,
  });
  await runAssay(['run', 'a.yaml', '--out', 'asked'], { cwd: folder });
  expect((await rows('asked')).map(({ score }) => score)).toEqual([1]);
  await runAssay(['score', 'suites/orders', '--outputs', 'outputs.jsonl', '--out', 'scored'], { cwd: folder });
  expect((await rows('scored')).map(({ score, metadata }) => [score, metadata])).toEqual([[0, { order: RIGHT }]]);
});

test('numbers of tool calls that lose digits are warned of at their places, whole ones that keep them are not', async () => {
  const { folder } = await createWorkspace({
    'a.yaml': `target: mock
evalcases:
  - id: a
    expected_outcome: x
    input: Hi
    evaluators:
      - type: tool_trajectory
        mode: exact
        expected:
          - { tool: pay, input: { order: ${RIGHT}, cents: 9007199254740991 } }
          - { tool: pay, args: { orders: [1, ${RIGHT}] } }
`,
    'b.yml': `models: [mock]\n---\n- id: b\n  prompt: Hi\n  should:\n    - $tool_args_match: { name: pay, where: { order: ${RIGHT} } }\n`,
  });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml', 'b.yml'], { cwd: folder });
  expect(stdout.split('\n').filter((line) => line.includes('2^53')).map((line) => line.replace(/: a whole.*/u, ''))).toEqual([
    'a.yaml:10:42: warning: evaluator "tool_trajectory"',
    'a.yaml:11:46: warning: evaluator "tool_trajectory"',
    'b.yml:6:54: warning: $tool_args_match',
  ]);
  expect(exitCode).toBe(0);
});

test.each([
  ['a.yaml', `evalcases:\n  - { id: a, expected_outcome: x, input: ${RIGHT}, evaluators: [exact_match] }\n`, `input: "${RIGHT}"`],
  ['suites/x/a.yaml', `id: a\ntask: x\ninput: x\nexpected: 007\ntags: [x]\nrubric: { same: { rule: exact_match } }\n`, 'expected: "007"'],
])('what is to be put in quotes in %s is shown as it is written', async (name, text, shown) => {
  const { folder } = await createWorkspace({ [name]: text });
  expect((await runAssay(['validate', name], { cwd: folder })).stdout).toContain(shown);
});

test('a large number is the same however it is written, and where a reply is full of escapes', async () => {
  const large = '1000000000000000000000';
  const { folder, rows } = await createWorkspace({
    'write.cjs': "const { stdout } = process; stdout.write(JSON.stringify({ notes: '\\n'.repeat(5_000_000) }).replace('}', ', \"order\": 12345678901234567890}'));",
    'a.yaml': `targets: [{ name: agent, provider: cli, command: [node, write.cjs], max_reply_mb: 40 }]
target: mock
evalcases:
  - { id: digits, expected_outcome: x, input: '{"wei": ${large}}', expected_output: { wei: 1e21 }, evaluators: [exact_match, { type: field_accuracy, fields: [{ path: wei }] }] }
  - { id: exponent, expected_outcome: x, input: '{"wei": 1e21}', expected_output: { wei: ${large} }, evaluators: [exact_match, { type: field_accuracy, fields: [{ path: wei }] }] }
  - { id: another, expected_outcome: x, input: '{"wei": 1e21}', expected_output: { wei: ${large.replace(/0$/u, '1')} }, evaluators: [{ type: not_equals }] }
  - { id: plus, expected_outcome: x, input: '{"order": ${RIGHT}}', expected_output: { order: +${RIGHT} }, evaluators: [exact_match] }
  - { id: escapes, expected_outcome: x, input: Hi, execution: { target: agent }, expected_output: { order: ${RIGHT} }, evaluators: [{ type: field_accuracy, fields: [{ path: order }] }] }
`,
  });
  const { stdout } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  const scores = (await rows('out')).map(({ caseId, score }) => [caseId, score]);
  expect(scores, stdout.slice(0, 2000)).toEqual([['digits', 1], ['exponent', 1], ['another', 1], ['plus', 1], ['escapes', 1]]);
});
