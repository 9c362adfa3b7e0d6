import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { misspeltLines } from './support/projects/misspelt-lines.js';
import { validate } from './support/commands/validate.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASE = 'expected_outcome: x\n    input: Hi\n';

describe('one mistake on each of many lines', () => {
  test('is said as shortly by a run and by cases', async () => {
    const { folder } = await createWorkspace({ 'a.jsonl': misspeltLines(200) });
    const evaluator = ['cases', 'a.jsonl'];
    const { stderr } = await runAssay(evaluator, { cwd: folder });
    expect(stderr.match(/unknown key/gu)).toHaveLength(4);
    const strict = await runAssay(['run', 'a.jsonl', '--target', 'mock', '--limit', '5'], { cwd: folder });
    expect(strict.stderr.match(/unknown key/gu)?.length).toBeLessThanOrEqual(4);
  });

  test('is said as shortly by an error that lists all', async () => {
    const { folder } = await createWorkspace({ 'a.yaml': `evalcases:\n${Array.from({ length: 50 }, (_, index) => `  - id: c${index}\n    ${CASE}    weight: -1\n`).join('')}` });
    const { exitCode, stderr } = await runAssay(['run', 'a.yaml', '--target', 'mock'], { cwd: folder });
    expect(stderr.match(/weight must be >= 0/gu)).toHaveLength(4);
    expect(stderr).toContain('the same 47 more times, the last one at a.yaml:201:13');
    expect(exitCode).toBe(2);
  });
});

describe('files of which nothing can run are not valid', () => {
  test.each([
    ['every case lacks something', 'a.yaml', 'evalcases:\n  - id: a\n    input: Hi\n  - id: b\n    input: Hi\n', 'error: no case can run: 2 cases lack a required field'],
    ['there is no case', 'a.yaml', 'evalcases: []\n', 'error: no case can run: there is none'],
    ['so it is with lines', 'a.jsonl', '{"id":"a","input":"Hi"}\n', 'error: no case can run: 1 case lacks a required field'],
  ])('%s', async (_, file, text, message) => {
    const { exitCode, stdout } = await validate({ [file]: text }, file);
    expect(stdout).toContain(message);
    expect(stdout).toMatch(/^invalid: 1 suite, 0 cases, 1 error/mu);
    expect(exitCode).toBe(2);
  });
});

describe('what stands twice', () => {
  test.each([
    ['a key of JSON', 'a.json', '{"evalcases": [{"id": "a", "expected_outcome": "x", "input": "Hi", "input": "Ho"}]}', 'a.json:1:68: error: the key "input" stands here a second time\n  a.json:1:53'],
    ['a key of a line', 'a.jsonl', '{"id":"a","expected_outcome":"x","input":"Hi","context":{"k":1,"k":2}}\n', 'a.jsonl:1:64: error: Line 1: the key "k" stands here a second time\n  a.jsonl:1:58'],
    ['the id of a rubric', 'a.yaml', `evalcases:\n  - id: a\n    ${CASE}    rubrics: [{ id: r, description: x }, { id: r, description: y }]\n`, 'a.yaml:5:48: error: two rubrics have the id "r"\n  a.yaml:5:17'],
  ])('%s is an error with both places', async (_, file, text, message) => {
    const { exitCode, stdout } = await validate({ [file]: text }, file);
    expect(stdout).toContain(message);
    expect(exitCode).toBe(2);
  });
});

describe('a value that no row could keep, or that nothing reads, is asked of nobody', () => {
  test.each([
    ['bytes', 'input: !!binary aGVsbG8=', '4:21: error: Invalid YAML: the tag !!binary is not read'],
    ['a set', 'input: !!set { a, b }', '4:18: error: Invalid YAML: the tag !!set is not read'],
    ['a list of pairs', 'input: !!omap [a: 1]', '4:19: error: Invalid YAML: the tag !!omap is not read'],
    ['a date', 'input: !!timestamp 2020-01-01', '4:24: error: Invalid YAML: the tag !!timestamp is not read'],
    ['a file of another tool', 'input: !include question.txt', '4:12: error: Invalid YAML: the tag !include is not read'],
    ['a number that is none', 'input: { a: !!int x }', '4:17: error: Invalid YAML: what stands after !!int is none'],
  ])('%s', async (_, line, message) => {
    const { exitCode, stdout } = await validate({ 'a.yaml': `evalcases:\n  - id: a\n    expected_outcome: x\n    ${line}\n` }, 'a.yaml');
    expect(stdout).toContain(`a.yaml:${message}\n  fix: remove `);
    expect(exitCode).toBe(2);
  });

  test('dates as YAML 1.1 reads them', async () => {
    const { exitCode, stdout } = await validate({ 'a.yaml': '%YAML 1.1\n---\nevalcases:\n  - { id: a, expected_outcome: x, input: { day: 2020-01-01 } }\n' }, 'a.yaml');
    expect(stdout).toContain('a.yaml:4:49: error: Invalid YAML: a date is no value that can be kept\n  fix: put it in quotes as a text\n');
    expect(exitCode).toBe(2);
  });

  test('what programs write that tag all nodes is read: whole numbers that are floats, and merges', async () => {
    const files = {
      'a.yaml': 'evalcases:\n  - &one { id: a, expected_outcome: x, input: Hi, weight: !!float 3, metadata: { a: !!float -2 } }\n  - { !!merge <<: *one, id: b }\n',
      'b.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, metadata: { !!merge x: { a: 1 }, b: !!merge <<, !!merge "<<": { c: 1 }, d: !!float x } }\n',
    };
    const read = await validate(files, 'a.yaml');
    expect(read.stdout).toContain('valid: 1 suite, 2 cases, 0 errors, 0 warnings');
    expect(read.exitCode).toBe(0);
    const refused = await validate(files, 'b.yaml');
    expect(refused.stdout.match(/the tag !!merge is not read|what stands after !!float is none/gu)).toHaveLength(4);
    expect(refused.exitCode).toBe(2);
  });

  test('tags of what JSON has are read', async () => {
    const { exitCode, stdout } = await validate(
      { 'a.yaml': 'evalcases:\n  - { id: !!str 7, expected_outcome: !!str 12, input: ! 12, weight: !!float 1.5, metadata: !!map { a: !!seq [!!null "", !!bool true, !!int 3] } }\n' },
      'a.yaml',
    );
    expect(stdout).toContain('valid: 1 suite, 1 case, 0 errors, 0 warnings');
    expect(exitCode).toBe(0);
  });
});

describe('a link that leads nowhere is told as such, and is not passed over', () => {
  const LEADS_NOWHERE = 'is a symbolic link that leads nowhere\n  fix: point';

  test.each([
    ['named', 'gone.yaml', 'gone.yaml', 'error: gone.yaml'],
    ['as a sidecar', 'd.yaml', 'd.jsonl', 'd.yaml:1:1: error: the file'],
    ['as the settings', '.assay/config.yaml', 'd.jsonl', '.assay/config.yaml:1:1: error: the file'],
    ['as targets', '.assay/targets.yaml', 'd.jsonl', '.assay/targets.yaml:1:1: error: the file'],
    ['as variables', '.env', 'd.jsonl', '.env'],
  ])('%s', async (_, link, file, place) => {
    const { folder } = await createWorkspace({ 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"Hi"}\n' });
    await mkdir(join(folder, '.assay'), { recursive: true });
    await symlink('nowhere', join(folder, link));
    const { exitCode, stdout, stderr } = await runAssay(['validate', file], { cwd: folder });
    expect(`${stdout}${stderr}`).toContain(`${place} ${LEADS_NOWHERE}`);
    expect(exitCode).toBe(2);
  });
});

test('a folder of test cases that has a link to itself is one suite', async () => {
  const testCase = (id: string): string => `id: ${id}\ntask: Classify\ninput: x\nexpected: y\nrubric: { label: { description: Is y, weight: 1, rule: exact_match } }\ntags: [t]\n`;
  const { folder } = await createWorkspace({ 'suites/s/a.yaml': testCase('a'), 'suites/s/z.yaml': testCase('z') });
  await symlink('.', join(folder, 'suites/s/link'));
  const { exitCode, stdout, stderr } = await runAssay(['run', 'suites', '--target', 'mock', '--dry-run'], { cwd: folder });
  expect(stderr).toBe('');
  expect(stdout).toContain('s  on mock: 2 trials');
  expect(exitCode).toBe(0);
});

test('a file in the place of the folder of settings holds none', async () => {
  const { exitCode, stdout } = await validate({ '.assay': '', 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"Hi"}\n' }, 'd.jsonl');
  expect(stdout).toContain('valid: 1 suite, 1 case, 0 errors');
  expect(exitCode).toBe(0);
});

test('two spellings of one key of a blueprint are settled where a blueprint can say it', async () => {
  const blueprint = 'models: [mock]\nprompts:\n  - { id: a, prompt: x, promptText: y, should: [{ $contains: y }] }\n';
  const { stdout } = await validate({ 'b.yml': blueprint }, 'b.yml');
  expect(stdout).toContain('  fix: keep one of the two, or say which wins with alias_precedence: canonical | shorthand in .assay/config.yaml\n');
  const { folder } = await createWorkspace({ 'b.yml': blueprint, '.assay/config.yaml': 'alias_precedence: shorthand\n' });
  expect((await runAssay(['run', 'b.yml'], { cwd: folder })).exitCode).toBe(0);
});

test('weights that are all 0 are warned about: the case has no score', async () => {
  const { exitCode, stdout } = await validate(
    { 'a.yaml': `evalcases:\n  - id: a\n    ${CASE}    evaluators: [{ type: contains, value: x, weight: 0 }]\n` },
    'a.yaml',
  );
  expect(stdout).toContain('a.yaml:5:5: warning: all evaluators of the case have the weight 0, so that it has no score');
  expect(exitCode).toBe(0);
});

describe('the sidecar of a JSONL file', () => {
  const line = '{"id":"a","expected_outcome":"x","input":"Hi"}\n';

  async function cases(files: Readonly<Record<string, string>>) {
    const { folder } = await createWorkspace({ 'd.jsonl': line, ...files });
    const { stdout, stderr } = await runAssay(['cases', 'd.jsonl', '--json'], { cwd: folder });
    return { tags: (JSON.parse(stdout) as { tags: string[] }).tags, stderr };
  }

  test.each(['d.yml', 'd.YML', 'd.YAML'])('does not end as %s does, and one that does is told', async (name) => {
    const { tags, stderr } = await cases({ [name]: 'tags: [short]\n' });
    expect(tags).toEqual([]);
    expect(stderr).toContain(`${name}:1:1: warning: this file is not read: the sidecar of d.jsonl is called d.yaml\n  fix: rename it to d.yaml`);
  });

  test('is named by its own name alone', async () => {
    const { stderr } = await cases({ 'd.x.yml': 'tags: [other]\n', 'dd.yml': 'tags: [other]\n' });
    expect(stderr).toBe('');
  });

  test('no other .yml of its name is meant', async () => {
    for (const text of ['evalcases: [{id: b, expected_outcome: x, input: Hi}]\n', 'name: d\nprovider: mock\n', '- [broken\n', '']) {
      expect(await cases({ 'd.yml': text })).toEqual({ tags: [], stderr: '' });
    }
  });

  test('is the one in .yaml when there are two, with a warning at the other', async () => {
    const { tags, stderr } = await cases({ 'd.yml': 'tags: [short]\n', 'd.yaml': 'tags: [long]\n' });
    expect(tags).toEqual(['long']);
    expect(stderr).toContain('d.yml:1:1: warning: this file is not read: the sidecar of d.jsonl is called d.yaml\n  fix: move what it says there');
  });
});
