import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { casesOf, lines, project, testNothingConverted } from './support/projects/convertible-files.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('assay convert', () => {
  test('files in messages are referred to from the new place; other paths are listed', async () => {
    const cases = `evalcases:
  - id: a
    expected_outcome: G
    input: [{ role: user, content: [{ type: file, value: notes.txt }] }]
    evaluators: [{ type: code_judge, script: [node, check.mjs] }]
`;
    const { convert, assay, read } = await project({ 'old/a.yaml': cases, 'old/notes.txt': 'Hello', 'old/check.mjs': '', 'new/deep/check.mjs': '' });
    const { stderr } = await convert('old/a.yaml', '--to', 'eval-cases', '--out', 'new/deep/a.yaml');
    expect(await read('new/deep/a.yaml')).toContain('value: ../../old/notes.txt');
    expect(stderr).toContain('not carried over: evaluators.code_judge.script: check.mjs starts from the folder of the old file; it is written as it was, and has to be changed');
    expect(JSON.stringify(await casesOf(assay, 'new/deep/a.yaml'))).toContain('"text":"Hello"');
  });
});

test('what a criterion requires is a loss for test cases', async () => {
  const gate = (more: string) => `evalcases:\n  - id: a\n    expected_outcome: Name it.\n    input: Name it.\n    expected_output: x\n    evaluators: [{ type: exact_match, ${more} }]\n`;
  for (const [more, key] of [['required: true', 'required'], ['min_score: 0.5', 'min_score']] as const) {
    const { convert } = await project({ 'gate.yaml': gate(more) });
    expect((await convert('gate.yaml', '--to', 'test-cases')).stderr).toContain(`not carried over: evaluators.exact_match.${key}: a test case requires nothing of a single criterion`);
  }
});

test('that an empty reply is an answer is a loss for test cases', async () => {
  const { convert } = await project({
    'quiet.yaml': 'evalcases:\n  - { id: a, expected_outcome: Hi, input: Hi, expected_output: x, allow_empty: true, evaluators: [{ type: exact_match }] }\n',
  });
  expect((await convert('quiet.yaml', '--to', 'test-cases')).stderr).toContain('case "a": not carried over: allow_empty: true: test cases leave it to the target');
});

describe('one mistake, or one loss, in each of many cases is said a few times and counted', () => {
  test('by convert: what cannot be carried over', async () => {
    const { folder } = await createWorkspace({ 'a.jsonl': lines(300, ',"weight":2') });
    const { stderr } = await runAssay(['convert', 'a.jsonl', '--to', 'test-cases', '--out', 'suites'], { cwd: folder });
    expect(stderr.split('\n').length).toBeLessThan(90);
    expect(stderr).toMatch(/more times, the last one at a\.jsonl:300/u);
  });

  test('by generate', async () => {
    const { folder } = await createWorkspace({ 'a.jsonl': lines(300, ',"wieght":1,"rubrics":["Is polite"]') });
    const { stderr, exitCode } = await runAssay(['generate', 'rubrics', 'a.jsonl', '--judge', 'mock'], { cwd: folder });
    expect(stderr.match(/unknown key "wieght"/gu)).toHaveLength(4);
    expect(exitCode).toBe(0);
  });

  test('by cases, also when an error ends it', async () => {
    const { folder } = await createWorkspace({ 'a.jsonl': `${lines(300, ',"wieght":1')}{"id":\n` });
    const { stderr, exitCode } = await runAssay(['cases', 'a.jsonl'], { cwd: folder });
    expect(stderr.match(/unknown key "wieght"/gu)).toHaveLength(4);
    expect(stderr).toContain('the same 297 more times');
    expect(exitCode).toBe(2);
  });

  test('by baseline commands: those about settings', async () => {
    const targets = Array.from({ length: 100 }, (_, index) => `  - { name: , provider: mock, note: ${index} }\n`).join('');
    const { folder } = await createWorkspace({ '.assay/targets.yaml': `targets:\n${targets}` });
    const { stderr } = await runAssay(['baseline', 'show'], { cwd: folder });
    expect(stderr.match(/a target has no name/gu)).toHaveLength(4);
  });
});

describe('mistakes end with exit 2, a way out, and no file', () => {
  testNothingConverted([
    [['evals.yaml'], "required option '--to <format>' not specified", ''],
    [['blueprints', '--to', 'jsonl'], 'this folder is no suite', 'hi.yml'],
    [['.assay/targets.yaml', '--to', 'jsonl'], 'not a suite', ''],
    [['evals.yaml', '--to', 'jsonl', '--out', 'x.yaml'], 'jsonl cannot be written to a file named *.yaml', '.jsonl'],
    [['evals.yaml', '--to', 'jsonl', '--out', 'evals.jsonl'], 'evals.yaml would be written over, and it is what is converted', '--out'],
    [['evals.yaml', '--to', 'blueprint', '--out', 'blueprints/hi.yml'], 'blueprints/hi.yml is there already', '--force'],
    [['moods.yaml', '--to', 'test-cases', '--out', 'suites/moods'], 'the folder suites/moods holds files already, such as 1.yaml', '--force'],
  ]);
});

test('prompts and variables are filled in, and what cannot be said of them is listed', async () => {
  const { folder } = await createWorkspace({
    's.csv': 'q,expected\nWhy {{x}}?,So\n',
    's.yaml': "prompts: ['Say {{q}}', { name: polite, text: 'Please: {{q}}' }]\nevaluators: [{ type: contains, value: '{{expected}}' }]\n",
  });
  for (const to of ['eval-cases', 'jsonl', 'blueprint']) {
    const { exitCode, stdout, stderr } = await runAssay(['convert', 's.csv', '--to', to], { cwd: folder });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Say Why {{x}}?');
    expect(stderr).toContain('not carried over: prompts: a case is asked once; it is written with "prompt 1", and without "polite"');
    expect(stderr).toContain('not carried over: vars: q, expected: they are filled in, and are no variables any more');
  }
  expect(await runAssay(['convert', 's.csv', '--to', 'jsonl', '--strict'], { cwd: folder })).toMatchObject({ exitCode: 2, stdout: '' });
});
