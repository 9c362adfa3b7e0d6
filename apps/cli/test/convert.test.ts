import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loaders, writersOf } from '@assay/loaders';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const EVALS = `# A comment.
description: Capitals
execution: { target: bot }
evalcases:
  - id: france
    expected_outcome: Names Paris
    input: "Capital of France?"
    rubrics:
      - { id: city, description: Names Paris, weight: 3 }
      - Is polite
  - id: peru
    note: for people
    expected_outcome: Names Lima
    input: Capital of Peru?
`;

const BLUEPRINT = `title: Greetings
models: [mock, 'openai:gpt-4o-mini']
system: Be kind.
temperatures: [0, 0.7]
---
- id: hi
  prompt: |
    Say hi.
    Then stop.
  ideal: Hi!
  should:
    - Is a greeting
    - $contains: Hi
      weight: 2
    - [$not_icontains: bye]
`;

const RULES = `id: mood_1
task: Name the mood.
input: What a day!
expected: HAPPY
rubric:
  label: { description: Is it right?, weight: 0.7, rule: exact_match }
  short: { weight: 0.3, rule: length_max_20 }
tags:
  - domain: moods
`;

async function project(files: Readonly<Record<string, string>> = {}) {
  const workspace = await createWorkspace({ 'evals.yaml': EVALS, 'blueprints/hi.yml': BLUEPRINT, 'suites/moods/1.yaml': RULES, ...files });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  return { ...workspace, assay, convert: (...args: string[]) => assay('convert', ...args) };
}

/** The normalized cases of a file, as a program reads them. */
async function casesOf(assay: (...args: string[]) => ReturnType<typeof runAssay>, file: string): Promise<readonly unknown[]> {
  const { stdout } = await assay('cases', file, '--json');
  return stdout.trim().split('\n').map((line) => JSON.parse(line) as unknown);
}

describe('assay convert', () => {
  test('a blueprint as eval cases: points, system prompt and ideal answer; what is left out is listed with its place', async () => {
    const { convert } = await project();
    const { exitCode, stdout, stderr } = await convert('blueprints/hi.yml', '--to', 'eval-cases');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`metadata:
  title: Greetings

evalcases:
  - id: hi
    expected_outcome: ""
    input:
      - role: system
        content: Be kind.
      - role: user
        content: |
          Say hi.
          Then stop.
    expected_output: Hi!
    evaluators:
      - type: points
        should:
          - Is a greeting
          - $contains: Hi
            weight: 2
          - - $not_icontains: bye
`);
    expect(stderr).toBe(`blueprints/hi.yml:1:1: warning: not carried over: models: eval cases name one target; name these with --target mock --target openai:gpt-4o-mini
blueprints/hi.yml:6:3: warning: case "hi": not carried over: temperatures: [0,0.7]: eval cases leave it to the target
2 things not carried over
`);
  });

  test('what comes out is valid and scores as before', async () => {
    const { convert, assay } = await project({ '.assay/targets.yaml': `targets: [{ name: judge, provider: mock, reply: '{"classification": "HALF_MET"}' }]` });
    await convert('blueprints/hi.yml', '--to', 'eval-cases', '--out', 'hi.yaml');
    expect((await assay('validate', 'hi.yaml', '--strict')).stdout).toContain('valid: 1 suite, 1 case, 0 errors, 0 warnings');
    const score = async (file: string): Promise<unknown> => {
      const { stdout } = await assay('run', file, '--target', 'mock', '--judge', 'judge', '--json', '--out', `runs/${file.replaceAll('/', '-')}`);
      return (JSON.parse(stdout) as { groups?: { score?: unknown }[] }).groups?.[0]?.score;
    };
    expect(await score('hi.yaml')).toEqual(await score('blueprints/hi.yml'));
  });

  test('eval cases as a blueprint: rubric lines and outcomes are points', async () => {
    const { convert, assay } = await project({ '.assay/targets.yaml': 'targets: [{ name: bot, provider: mock }]\n' });
    const { stdout, stderr } = await convert('evals.yaml', '--to', 'blueprint');
    expect(stdout).toBe(`title: evals
description: Capitals
models: [bot]
---
- id: france
  description: Names Paris
  prompt: Capital of France?
  should:
    - point: Names Paris
      weight: 3
    - Is polite

- id: peru
  note: for people
  prompt: Capital of Peru?
  should:
    - Names Lima
`);
    expect(stderr).toContain('evals.yaml:5:5: warning: case "france": not carried over: evaluators.rubric.rubrics.id: points have no ids');
    expect(stderr).toContain('evals.yaml:1:1: info: 1 comment is not carried over; the first one is here');
    const requires = 'case "france": not carried over: evaluators.rubric.rubrics: a line without "required: false" fails its case when it is missed';
    expect(stderr).toContain(requires);
    const settled = await project({ '.assay/config.yaml': 'rubric_required: false\n' });
    expect((await settled.convert('evals.yaml', '--to', 'blueprint')).stderr).not.toContain(requires);
    await convert('evals.yaml', '--to', 'blueprint', '--out', 'blueprints/evals.yml');
    expect((await assay('validate', 'blueprints/evals.yml', '--strict')).exitCode).toBe(0);
  });

  test('JSONL comes with a sidecar, and back again everything is the same', async () => {
    const { convert, assay, read } = await project();
    const { exitCode, stderr } = await convert('evals.yaml', '--to', 'jsonl', '--out', 'data/capitals.jsonl', '--strict');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('written: data/capitals.jsonl, data/capitals.yaml');
    expect(await read('data/capitals.yaml')).toBe('description: Capitals\ndataset: evals\nexecution:\n  target: bot\n');
    expect((await read('data/capitals.jsonl')).split('\n')[1]).toBe('{"id":"peru","note":"for people","expected_outcome":"Names Lima","input":"Capital of Peru?"}');
    await convert('data/capitals.jsonl', '--to', 'eval-cases', '--out', 'back.yaml', '--strict');
    expect(await casesOf(assay, 'back.yaml')).toEqual(await casesOf(assay, 'evals.yaml'));
  });

  test('a folder of test cases as eval cases, and back into a folder', async () => {
    const { convert, assay, folder, read } = await project();
    const { stdout } = await convert('suites/moods', '--to', 'eval-cases', '--strict');
    expect(stdout).toContain('      - name: short\n        type: length_max\n        value: 20\n        weight: 0.3\n');
    await convert('suites/moods', '--to', 'eval-cases', '--out', 'moods.yaml', '--strict');
    expect((await convert('moods.yaml', '--to', 'test-cases', '--out', 'suites/again', '--strict')).exitCode).toBe(0);
    expect(await readdir(join(folder, 'suites/again'))).toEqual(['001_mood_1.yaml']);
    expect(await read('suites/again/001_mood_1.yaml')).toContain('  short:\n    weight: 0.3\n    rule: length_max_20\n\ntags:\n  - domain: moods\n');
    expect(await casesOf(assay, 'suites/again')).toEqual(await casesOf(assay, 'suites/moods'));
  });

  test('cases that do not fit are left out and listed', async () => {
    const { convert } = await project();
    const { exitCode, stdout, stderr } = await convert('evals.yaml', '--to', 'test-cases');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('evals.yaml:5:5: warning: case "france" is left out: a test case needs one expected answer');
    expect(stderr).toContain('no case of evals.yaml can be written as test-cases');
  });

  test('--strict: something that cannot be carried over is an error, and nothing is written', async () => {
    const { convert, folder } = await project();
    const { exitCode, stdout, stderr } = await convert('blueprints/hi.yml', '--to', 'eval-cases', '--out', 'hi.yaml', '--strict');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error: not carried over: models: ');
    expect(stderr).toContain('nothing is written (--strict)');
    expect(await readdir(folder)).not.toContain('hi.yaml');
  });

  test('--strict: nor what reading leaves out with a warning', async () => {
    const { convert } = await project({ 'odd.yaml': 'evalcases:\n  - { id: a, expected_outcome: G, input: Q, wieght: 2 }\n  - { id: b, input: Q }\n' });
    const { exitCode, stdout, stderr } = await convert('odd.yaml', '--to', 'jsonl', '--strict');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('unknown key "wieght"');
    expect(stderr).toContain('missing expected_outcome');
    expect(stderr).toContain('2 things not carried over; nothing is written (--strict)');
    expect((await convert('odd.yaml', '--to', 'jsonl')).stdout).toBe('{"id":"a","expected_outcome":"G","input":"Q"}\n');
  });

  test('--json says what was written and what was left out', async () => {
    const { convert } = await project();
    const { stdout } = await convert('blueprints/hi.yml', '--to', 'eval-cases', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema_version: 1,
      file: 'blueprints/hi.yml',
      to: 'eval-cases',
      files: [{ text: expect.stringContaining('evalcases:') }],
      losses: [{ case_id: null, field: 'models' }, { case_id: 'hi', field: 'temperatures', file: 'blueprints/hi.yml', line: 6 }],
    });
  });

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

describe('one mistake, or one loss, in each of many cases is said a few times and counted', () => {
  const lines = (count: number, more: string): string =>
    Array.from({ length: count }, (_, index) => `{"id":"c${index}","expected_outcome":"x","input":"Hi"${more}}\n`).join('');

  test('by convert: what reading finds', async () => {
    const { folder } = await createWorkspace({ 'a.jsonl': lines(300, ',"wieght":1') });
    const { stderr } = await runAssay(['convert', 'a.jsonl', '--to', 'eval-cases', '--out', 'b.yaml'], { cwd: folder });
    expect(stderr.match(/unknown key "wieght"/gu)).toHaveLength(4);
    expect(stderr).toContain('the same 297 more times, the last one at a.jsonl:300:');
    expect(stderr).toContain('300 things not carried over');
  });

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

test('the help lists every format that can be written', async () => {
  const { convert } = await project();
  const { stdout } = await convert('--help');
  for (const { name } of writersOf(loaders)) expect(stdout).toContain(name);
});

describe('mistakes end with exit 2, a way out, and no file', () => {
  test.each([
    [['evals.yaml', '--to', 'eval-case'], 'there is no format "eval-case"', 'did you mean eval-cases?'],
    [['evals.yaml'], "required option '--to <format>' not specified", ''],
    [['eval.yaml', '--to', 'jsonl'], 'there is no such file', 'did you mean evals.yaml?'],
    [['blueprints', '--to', 'jsonl'], 'this folder is no suite', 'hi.yml'],
    [['.assay/targets.yaml', '--to', 'jsonl'], 'not a suite', ''],
    [['evals.yaml', '--to', 'jsonl'], 'this makes 2 files: evals.jsonl, evals.yaml', '--out evals.jsonl'],
    [['evals.yaml', '--to', 'jsonl', '--out', 'x.yaml'], 'jsonl cannot be written to a file named *.yaml', '.jsonl'],
    [['evals.yaml', '--to', 'eval-cases', '--out', 'evals.yaml', '--force'], 'evals.yaml would be written over, and it is what is converted', '--out'],
    [['evals.yaml', '--to', 'jsonl', '--out', 'evals.jsonl'], 'evals.yaml would be written over, and it is what is converted', '--out'],
    [['evals.yaml', '--to', 'blueprint', '--out', 'blueprints/hi.yml'], 'blueprints/hi.yml is there already', '--force'],
    [['moods.yaml', '--to', 'test-cases', '--out', 'suites/moods'], 'the folder suites/moods holds files already, such as 1.yaml', '--force'],
  ])('%j', async (args, message, hint) => {
    const moods = 'evalcases:\n  - id: z\n    expected_outcome: Do it\n    input: Do it\n    expected_output: Done\n    evaluators: [{ type: exact_match }]\n';
    const { convert, folder, read } = await project({ 'moods.yaml': moods, '.assay/targets.yaml': 'targets: [{ name: bot, provider: mock }]\n' });
    const before = await readdir(folder, { recursive: true });
    const { exitCode, stderr } = await convert(...args);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(2);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(await read('evals.yaml')).toBe(EVALS);
    expect(await read('blueprints/hi.yml')).toBe(BLUEPRINT);
  });
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
