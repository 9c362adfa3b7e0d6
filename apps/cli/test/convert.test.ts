import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loaders, writersOf } from '@assay/loaders';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { casesOf, lines, project, testNothingConverted } from './support/projects/convertible-files.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('assay convert', () => {
  test('a blueprint as eval cases: points, system prompt and ideal answer; what is left out is listed with its place', async () => {
    const { convert } = await project();
    const { exitCode, stdout, stderr } = await convert('blueprints/hi.yml', '--to', 'eval-cases');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`execution:
  targets: [mock, openai:gpt-4o-mini]
metadata:
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
    expect(stderr).toBe(`blueprints/hi.yml:6:3: warning: case "hi": not carried over: temperatures: [0,0.7]: eval cases leave it to the target
1 thing not carried over
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

  test.each(['blueprint', 'eval-cases', 'jsonl'])('that an empty reply is an answer stays so: %s', async (format) => {
    const { convert, assay } = await project({
      '.assay/targets.yaml': 'targets: [{ name: silent, provider: mock, reply: "" }]\n',
      'blueprints/quiet.yml': '- { id: a, prompt: Hi, allow_empty: true, should_not: [{ $contains: x }] }\n',
    });
    const out = format === 'jsonl' ? 'quiet.jsonl' : 'quiet.yaml';
    await convert('blueprints/quiet.yml', '--to', format, '--out', out);
    expect((await assay('validate', out, '--strict')).stdout).toContain('0 errors, 0 warnings');
    for (const file of ['blueprints/quiet.yml', out]) expect((await assay('run', file, '--target', 'silent', '--out', `runs/${file.replaceAll('/', '-')}`)).stdout).toContain('PASSED');
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

  test('eval cases as a blueprint: what a blueprint has no word for is told', async () => {
    const evaluators = (id: string, text: string) => `  - { id: ${id}, expected_outcome: Answers, input: Q, evaluators: [${text}] }\n`;
    const { convert } = await project({
      'told.yaml': `evalcases:\n${[
        evaluators('half', '{ type: contains_all_of, value: [a, b], threshold: 0.5 }'),
        evaluators('files', '{ type: rubric, preprocessors: [{ type: csv, command: cat }], rubrics: [{ description: A, required: false }] }'),
        evaluators('scales', '{ type: points, should: [A], scale: nine_point }, { name: more, type: points, should: [B], judges: [{ model: mock }] }'),
        evaluators('same', '{ name: one, type: points, should: [A], scale: nine_point }, { name: two, type: points, should: [B], scale: nine_point }'),
      ].join('')}`,
    });
    const { exitCode, stderr } = await convert('told.yaml', '--to', 'blueprint', '--strict');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('case "half": not carried over: evaluators.contains_all_of.threshold: a check of a blueprint counts as far as it is met');
    expect(stderr).toContain('case "files": not carried over: evaluators.rubric.preprocessors: judges of a blueprint are shown no files of a reply');
    const others = 'a blueprint says who judges for all points at once, and evaluators beside this one say otherwise';
    expect(stderr).toContain(`case "scales": not carried over: evaluators.points.scale: ${others}`);
    expect(stderr).toContain(`case "scales": not carried over: evaluators.more.judges: ${others}`);
    expect(stderr).not.toContain('evaluators.one.scale');
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

  describe('what a file asks of a run, and who is asked', () => {
    const asking = `author: Ann
license: MIT
execution: { targets: [mock, other], cache: true }
repeat: { count: 3 }
threshold: 0.9
timeout_seconds: 20
budget_usd: 1.5
workers: 4
targets: [{ name: other, provider: mock, reply: Rome }]
evaluators: [{ type: contains, value: Rome }]
evalcases:
  - { id: both, expected_outcome: Names Rome, input: Rome? }
  - { id: other, expected_outcome: Names Rome, input: Rome?, execution: { target: other } }
  - { id: turned, expected_outcome: Names Rome, input: Rome?, execution: { targets: [other, mock] } }
`;

    test.each(['eval-cases', 'jsonl'])('are carried over to %s', async (format) => {
      const { convert, assay, folder } = await project({ 'asking.yaml': asking });
      const out = format === 'jsonl' ? 'out/asking.jsonl' : 'out/asking.yaml';
      const { stderr } = await convert('asking.yaml', '--to', format, '--out', out, '--strict');
      expect(stderr).not.toContain('not carried over');
      const written = await readFile(join(folder, 'out/asking.yaml'), 'utf8');
      for (const line of ['author: Ann', 'license: MIT', '  targets: [mock, other]', '  cache: true', 'repeat: 3', 'threshold: 0.9', 'timeout_seconds: 20', 'budget_usd: 1.5', 'workers: 4']) {
        expect(written.split('\n')).toContain(line);
      }
      const cases = async (file: string): Promise<string> => (await assay('cases', file, '--json')).stdout;
      expect(await cases(out)).toBe(await cases('asking.yaml'));
      const planned = async (file: string): Promise<string> => (await assay('run', file, '--dry-run')).stdout;
      expect(await planned(out)).toBe(await planned('asking.yaml'));
    });

    test.each([
      ['blueprint', ['repeat: 3: a blueprint asks nothing of a run', 'threshold: 0.9: ', 'timeout_seconds: 20: ', 'budget_usd: 1.5: a blueprint asks nothing of a run; say it on the command line, or as max_cost under defaults: in .assay/config.yaml', 'workers: 4: ', 'execution.cache: true: ', 'case "turned": not carried over: execution.targets: a blueprint asks all its models', 'license: the header']],
      ['test-cases', ['repeat: 3: test cases ask nothing of a run', 'threshold: 0.9: ', 'budget_usd: 1.5: ', 'author: a folder of test cases', 'license: a folder of test cases']],
    ])('are listed where %s have no place for them', async (format, losses) => {
      const { convert } = await project({ 'asking.yaml': asking });
      const { stderr } = await convert('asking.yaml', '--to', format);
      for (const loss of losses) expect(stderr).toContain(loss);
    });

    test('a name of an author is that of the blueprint', async () => {
      const { convert } = await project({ 'asking.yaml': asking });
      expect((await convert('asking.yaml', '--to', 'blueprint')).stdout).toContain('author: Ann\n');
      const { stdout, stderr } = await convert('asking.yaml', '--to', 'blueprint', '--json');
      expect(stdout + stderr).not.toContain('"author"');
    });

    test('models of a blueprint are the targets of all cases', async () => {
      const { convert, assay } = await project({ 'blueprints/two.yml': 'title: T\nmodels: [mock, "mock:b"]\n---\n- id: a\n  prompt: Hi\n  should: [$contains: Hi]\n' });
      await convert('blueprints/two.yml', '--to', 'eval-cases', '--out', 'two.yaml', '--strict');
      const { stdout } = await assay('run', 'two.yaml', '--dry-run');
      expect(stdout).toContain('  two  on mock:b: 1 trial\n');
    });
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
    expect(stderr).toContain('error: case "hi": not carried over: temperatures: ');
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
      losses: [{ case_id: 'hi', field: 'temperatures', file: 'blueprints/hi.yml', line: 6 }],
    });
  });
});

describe('one mistake, or one loss, in each of many cases is said a few times and counted', () => {
  test('by convert: what reading finds', async () => {
    const { folder } = await createWorkspace({ 'a.jsonl': lines(300, ',"wieght":1') });
    const { stderr } = await runAssay(['convert', 'a.jsonl', '--to', 'eval-cases', '--out', 'b.yaml'], { cwd: folder });
    expect(stderr.match(/unknown key "wieght"/gu)).toHaveLength(4);
    expect(stderr).toContain('the same 297 more times, the last one at a.jsonl:300:');
    expect(stderr).toContain('300 things not carried over');
  });
});

test('the help lists every format that can be written', async () => {
  const { convert } = await project();
  const { stdout } = await convert('--help');
  for (const { name } of writersOf(loaders)) expect(stdout).toContain(name);
});

describe('mistakes end with exit 2, a way out, and no file', () => {
  testNothingConverted([
    [['evals.yaml', '--to', 'eval-case'], 'there is no format "eval-case"', 'did you mean eval-cases?'],
    [['eval.yaml', '--to', 'jsonl'], 'there is no such file', 'did you mean evals.yaml?'],
    [['evals.yaml', '--to', 'jsonl'], 'this makes 2 files: evals.jsonl, evals.yaml', '--out evals.jsonl'],
    [['evals.yaml', '--to', 'eval-cases', '--out', 'evals.yaml', '--force'], 'evals.yaml would be written over, and it is what is converted', '--out'],
  ]);
});
