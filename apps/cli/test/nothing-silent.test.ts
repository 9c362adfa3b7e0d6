import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** What a file says and nobody could act on: it is reported before a run, and never scored as something else. */

const CASE = '    expected_outcome: x\n    input: Hi\n';
const COMPOSED = 'Paran\u00E1';
const DECOMPOSED = 'Parana\u0301';

async function validate(file: string, text: string) {
  const { folder } = await createWorkspace({ [file]: text });
  return runAssay(['validate', file], { cwd: folder });
}

describe('a check that stands as a key of its own is an error', () => {
  test.each(['contains', 'llm_judge', '$icontains', 'exactMatch', 'success_criteria', 'llm_rubric', 'must_contain'])('%s', async (key) => {
    const { exitCode, stdout } = await validate('a.yaml', `evalcases:\n  - id: a\n${CASE}    ${key}: x\n`);
    expect(stdout).toContain(`a.yaml:5:5: error: unknown key "${key}" in evalcases: it says how replies are scored, and nothing reads it`);
    expect(exitCode).toBe(2);
  });

  test('other unknown keys stay warnings', async () => {
    expect((await validate('a.yaml', `evalcases:\n  - id: a\n${CASE}    owner: x\n    priority: 1\n`)).exitCode).toBe(0);
  });

  test('what is said to be known is not refused', async () => {
    const { stdout } = await validate('a.yaml', `banana: 1\nhoks: 1\nevalcases:\n  - id: a\n${CASE}    mango: 1\n    execution: { papaya: 1 }\n`);
    const [ofSuite, ofCase, ofExecution] = [...stdout.matchAll(/known keys: (.*)/gu)].map(([, list]) => list?.split(', ') ?? []);
    expect(ofSuite).toEqual(expect.arrayContaining(['evaluators', 'tags']));
    expect(ofSuite?.filter((key) => ['hooks', 'extensions', 'env', 'scenarios'].includes(key))).toEqual([]);
    expect(ofCase).toEqual(expect.arrayContaining(['evaluators', 'tags']));
    expect(ofCase?.filter((key) => ['run', 'repeat', 'threshold', 'provider'].includes(key))).toEqual([]);
    expect(ofExecution).toEqual(expect.arrayContaining(['target', 'cache']));
    expect(ofExecution?.filter((key) => ['workers', 'trials', 'threshold'].includes(key))).toEqual([]);
    expect(stdout).toContain('hooks is not supported: write hooks of a workspace');
  });

  test.each(['latency', 'cost', 'token_usage'])('%s is a column of recorded runs as well: a warning', async (key) => {
    const { exitCode, stdout } = await validate('a.jsonl', `${JSON.stringify({ id: 'a', expected_outcome: 'x', input: 'Hi', [key]: 12 })}\n`);
    expect(stdout).toContain(`warning: Line 1: unknown key "${key}"`);
    expect(exitCode).toBe(0);
  });
});

describe('weights that are all 0 are warned about wherever they stand', () => {
  const entry = (text: string): string => `evalcases:\n  - id: a\n${CASE}    expected_output: { a: 1 }\n    evaluators: [${text}]\n`;
  test.each([
    ['points of a blueprint', 'b.yml', '- id: a\n  prompt: Hi\n  should: [{ $contains: a, weight: 0 }]\n', 'all points have the weight 0'],
    ['points of should_not', 'b.yml', '- id: a\n  prompt: Hi\n  should_not: [{ $contains: a, weight: 0 }]\n', 'all points have the weight 0'],
    ['lines of a rubric', 'a.yaml', entry('{ type: rubric, rubrics: [{ description: x, weight: 0 }] }'), 'all lines of the rubric have the weight 0'],
    ['fields', 'a.yaml', entry('{ type: field_accuracy, fields: [{ path: a, weight: 0 }] }'), 'all fields have the weight 0'],
    ['members', 'a.yaml', entry('{ type: composite, evaluators: [{ type: contains, value: a, weight: 0 }] }'), 'all members have the weight 0'],
    ['members, by the aggregator', 'a.yaml', entry('{ type: composite, evaluators: [{ name: m, type: contains, value: a }], aggregator: { type: weighted_average, weights: { m: 0 } } }'), 'all members have the weight 0'],
  ])('%s', async (_, file, text, message) => {
    const { exitCode, stdout } = await validate(file, text);
    expect(stdout).toMatch(new RegExp(`^${file.replace('.', '\\.')}:\\d+:\\d+: warning: .*${message}, so that there is no score`, 'mu'));
    expect(exitCode).toBe(0);
  });

  test('one weight above 0 is enough', async () => {
    expect((await validate('b.yml', '- id: a\n  prompt: Hi\n  should: [{ $contains: a, weight: 0 }, { $contains: b }]\n')).stdout).not.toContain('weight 0');
  });
});

describe('a list that is too short for its count', () => {
  test.each(['contains', 'icontains', 'matches', 'imatches'])('$%s_at_least_n_of is warned about at the count, and scored', async (name) => {
    const message = 'n is 3, but the list has only 2: it can never be reached\n  fix: write 1 to 2 as n, or add to the list';
    const point = await validate('b.yml', `- id: a\n  prompt: Hi\n  should:\n    - $${name}_at_least_n_of: [3, [a, b]]\n`);
    expect(point.stdout).toContain(`warning: $${name}_at_least_n_of: ${message}`);
    expect(point.stdout).not.toContain('unscored');
    const entry = await validate('a.yaml', `evalcases:\n  - id: a\n${CASE}    evaluators:\n      - type: ${name}_at_least_n_of\n        value: [3, [a, b]]\n`);
    expect(entry.stdout).toContain(`a.yaml:7:17: warning: evaluator "${name}_at_least_n_of": ${message}`);
    expect([point.exitCode, entry.exitCode]).toEqual([0, 0]);
  });

  test('as many as there are is fine', async () => {
    expect((await validate('b.yml', '- id: a\n  prompt: Hi\n  should:\n    - $contains_at_least_n_of: [2, [a, b]]\n')).stdout).not.toContain('warning:');
  });
});

test.each([
  ['{ $js: "  " }', 'the script is blank; the point will be unscored'],
  ['{ $tool_args_match: { name: a, where: "args.(" } }', 'the script is not JavaScript: '],
  ['{ $tool_args_match: { name: a, where: " " } }', 'the script is blank'],
  ['ref: short', '"ref" is read as a point, and what stands after it as its citation\n  fix: did you mean - $ref: "short"?'],
  ['description: Is polite', '"description" is read as a point, and what stands after it as its citation\n  fix: did you mean - "Is polite"?'],
])('a point that cannot mean what it says is warned about: %s', async (point, message) => {
  const { exitCode, stdout } = await validate('b.yml', `- id: a\n  prompt: Hi\n  should:\n    - ${point}\n    - $contains: a\n`);
  expect(stdout).toContain(message);
  expect(stdout).toMatch(/^b\.yml:4:\d+: warning: /mu);
  expect(exitCode).toBe(0);
});

describe('names that look the same are the same', () => {
  const file = `evalcases:\n  - id: ${COMPOSED}\n    tags: [${COMPOSED}]\n${CASE}    evaluators: [{ type: contains, value: y }]\n`;

  test('for --id and --tag, and for the outputs that are scored', async () => {
    const { folder } = await createWorkspace({ 'a.yaml': file, 'o.jsonl': `${JSON.stringify({ id: DECOMPOSED, text: 'y' })}\n` });
    for (const args of [['cases', 'a.yaml', '--id', DECOMPOSED], ['cases', 'a.yaml', '--tag', DECOMPOSED], ['score', 'a.yaml', '--outputs', 'o.jsonl']]) {
      const { exitCode, stderr } = await runAssay(args, { cwd: folder });
      expect([args[0], exitCode, stderr.includes('warning')]).toEqual([args[0], 0, false]);
    }
  });

  test.each([
    ['a.yaml', `evalcases:\n  - id: ${COMPOSED}\n${CASE}  - id: ${DECOMPOSED}\n${CASE}`],
    ['a.jsonl', [COMPOSED, DECOMPOSED].map((id) => `${JSON.stringify({ id, expected_outcome: 'x', input: 'Hi' })}\n`).join('')],
  ])('for two ids of %s', async (name, text) => {
    const { exitCode, stdout } = await validate(name, text);
    expect(stdout).toContain(COMPOSED);
    expect(exitCode).toBe(2);
  });
});

describe('numbers that are names keep their digits', () => {
  test.each([
    ['an id that stands elsewhere', 'a.yaml', `x-id: &it 9007199254740993\nevalcases:\n  - id: *it\n${CASE}`, '"id":"9007199254740993"'],
    ['an id under an escaped key', 'a.jsonl', '{"\\u0069d":9007199254740993,"expected_outcome":"x","input":"Hi"}\n', '"id":"9007199254740993"'],
    ['tags', 'a.yaml', `evalcases:\n  - id: a\n    tags: [007, { release: 1.0 }]\n${CASE}`, '"tags":["007","release:1.0"]'],
  ])('%s', async (_, file, text, shown) => {
    const { folder } = await createWorkspace({ [file]: text });
    expect((await runAssay(['cases', file, '--json'], { cwd: folder })).stdout).toContain(shown);
  });

  test('and hints repeat what is written', async () => {
    const { stdout } = await validate('a.yaml', `evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n    expected_output: 1.0\n  - id: b\n    expected_outcome: 007\n    input: Hi\n`);
    expect(stdout).toContain('fix: put it in quotes: expected_output: "1.0"');
    expect(stdout).toContain('fix: put it in quotes: expected_outcome: "007"');
  });
});

test.each([
  ['a byte order mark in front', String.raw`'\uFEFF{"score":0.5}'`, 0.5],
  ['a sum that is a little above 1', String.raw`'{"score":1.0000000000000002}'`, 1],
  ['a difference that is a little below 0', String.raw`'{"score":-5.5e-17}'`, 0],
  ['a score that is no rounding error', String.raw`'{"score":1.001}'`, null],
])('the result of a script with %s', async (_, printed, score) => {
  const { folder, rows } = await createWorkspace({
    'a.yaml': `evalcases:\n  - id: a\n${CASE}    evaluators: [{ type: code_judge, script: [node, judge.mjs] }]\n`,
    'judge.mjs': `console.log(${printed});\n`,
    'o.jsonl': '{"id":"a","text":"y"}\n',
  });
  await runAssay(['score', 'a.yaml', '--outputs', 'o.jsonl'], { cwd: folder });
  expect((await rows())[0]?.evaluators[0]?.score).toBe(score);
});

describe('a name that says "not" is never taken for the check that asks for the opposite', () => {
  test.each([
    ['not_json_valid', 'json_valid has no opposite; write the check that you mean'],
    ['not_length_max', 'length_max has no opposite; write the check that you mean'],
    ['not_not_contains', 'did you mean contains?'],
    ['not_contians', 'did you mean not_contains?'],
    ['not_json_vaild', 'use one of the installed types'],
    ['contians', 'did you mean contains?'],
  ])('type: %s', async (type, hint) => {
    const { exitCode, stdout } = await validate('a.yaml', `evalcases:\n  - id: a\n${CASE}    evaluators: [{ type: ${type}, value: 5 }]\n`);
    expect([exitCode, /^ {2}fix: (.*)$/mu.exec(stdout)?.[1]]).toEqual([2, hint]);
  });

  test.each([
    ['$not_not_contains', 'did you mean $contains?'],
    ['$!not_contains', 'did you mean $contains?'],
    ['$not_contians', 'did you mean $not_contains?'],
    ['$!contains', 'did you mean $not_contains?'],
  ])('%s', async (name, hint) => {
    const { stdout } = await validate('a.yml', `prompts:\n  - id: a\n    prompt: Hi\n    should: [{ '${name}': x }]\n`);
    expect(/^ {2}fix: (.*)$/mu.exec(stdout)?.[1]).toBe(hint);
  });
});
