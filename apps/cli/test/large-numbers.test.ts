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
