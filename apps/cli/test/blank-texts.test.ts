import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Entries with a text of space alone between « and »: for judges to read, to compare words with, or the name of something. */
const BLANK: readonly string[] = [
  '{ type: levenshtein, value: «" "» }',
  '{ type: similar, value: [Paris, «" "»] }',
  '{ type: bleu, value: «"\\t"» }',
  '{ type: rouge_n, value: «" "» }',
  '{ type: classifier, model: openai:tone, value: «" "» }',
  '{ type: label, value: «" "» }',
  '{ type: llm_rubric, value: «" "» }',
  '{ type: g_eval, value: «" "» }',
  '{ type: factuality, value: «" "» }',
  '{ type: context_recall, context: Paris, value: «" "» }',
  '{ type: context_faithfulness, context: «" "» }',
  '{ type: select_best, criteria: «" "» }',
  '{ type: llm_judge, model: «" "» }',
  '{ type: rubric, rubrics: [{ description: «" "» }] }',
  '{ type: tool_called, value: «" "» }',
  '{ type: javascript, value: «" "» }',
  '{ type: «" "» }',
  '{ type: json_schema, schema: «" "» }',
  '{ type: contains_json, schema: «"\\t"» }',
  '{ type: code_judge, script: [node, --version], cwd: «" "» }',
  '{ type: composite, evaluators: [{ type: equals, value: x }], aggregator: { type: code_judge, script: [node, --version], cwd: «" "» } }',
  '{ type: llm_judge, prompt: { script: [node, --version], cwd: «" "» } }',
  '{ type: points, should: [x], judges: [{ model: «" "» }] }',
  '{ type: composite, evaluators: [«" "»] }',
  '{ type: tool_trajectory, mode: any_order, minimums: «{ " ": 1 }» }',
];

const HEAD = 'evalcases:\n  - id: a\n    expected_outcome: x\n    input: hi\n    expected_output: hi\n    evaluators:\n';

test('a text of space alone says nothing, and is an error at its place, before anything is asked', async () => {
  const lines = BLANK.map((entry, index) => `      - ${entry.replace('{ ', `{ name: n${index}, `).replaceAll(/[«»]/gu, '')}\n`);
  const { folder } = await createWorkspace({ 'a.yaml': `${HEAD}${lines.join('')}` });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
  const places = BLANK.map((entry, index) => `a.yaml:${7 + index}:${9 + entry.indexOf('«') + `name: n${index}, `.length}: error: `);
  expect(stdout.match(/^a\.yaml:\d+:\d+: error: (?=.*must not be empty$)/gmu)).toEqual(places);
  expect(exitCode).toBe(2);
});

test('space is looked for where letters are', async () => {
  const entries = ['{ type: contains, value: " " }', '{ type: regex, value: " " }', '{ type: not_equals, value: " " }'];
  const { folder } = await createWorkspace({ 'a.yaml': `${HEAD.replace('input: hi', 'input: hi there')}${entries.map((entry) => `      - ${entry}\n`).join('')}` });
  const { exitCode, stdout } = await runAssay(['run', 'a.yaml', '--target', 'mock'], { cwd: folder });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1.00')]);
});

test('what a case says with space alone is told as what it is, with what to write instead', async () => {
  const { folder } = await createWorkspace({
    'a.yaml': `evalcases:
  - id: a
    expected_outcome: x
    conversation_id: " "
    input: hi
    input_files: [" "]
    rubrics: [" "]
`,
  });
  const { exitCode, stdout } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
  expect(stdout).toContain('a.yaml:4:22: error: conversation_id must not be empty\n  fix: write the name of the conversation, the same in all cases of it\n');
  expect(stdout).toContain('a.yaml:6:19: error: a file must be named by its path, not an empty text\n');
  expect(stdout).toContain('a.yaml:7:15: error: rubrics[0] must be a sentence or a mapping with a description, not an empty text\n');
  expect(exitCode).toBe(2);
});
