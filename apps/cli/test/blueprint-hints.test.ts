import { describe, expect, test } from 'vitest';
import { validate } from './support/commands/validate.js';
import { header, point, prompt, testHints } from './support/projects/hinted-blueprints.js';

/** What is wrong stands between « and »; the hint says what to write in its place. */
const WRONG: readonly string[] = [
  point('«$is_json»'),
  point('«"$contains: 42"»'),
  point('«contains: x»'),
  point('«regex: a+»'),
  point('«tool_called: search»'),
  point('«{ type: contains, value: x }»'),
  point('«42»'),
  point('«null»'),
  point('«{ weight: 2 }»'),
  point('«{ $contains: x, $matches: y }»'),
  `title: T\npoint_defs: { long: "r.length > 100" }\n---\n${point('$ref: «logn»')}`,
  point('$contains: «true»'),
  point('«$contians»: x'),
  point('«$NOT_contains»: x'),
  point('«$notcontains»: x'),
  point('«$regex»: x'),
  point('«$not: { contains: x }»'),
  point('«$not: { $not_contains: x }»'),
  point('«$not: [{ starts-with: x }]»'),
  point('«$not: x»'),
  point('«not: { contains: x }»'),
  point('«"$not: { contains: x }"»'),
  point('«"$contains apples"»'),
  point('«"$5 a day": a source»'),
  point('«$word_count_between: [9, 1]»'),
  point('{ text: x, weight: «heavy» }'),
  header('temperature: «hot»'),
  header('temperatures: «0.5»'),
  header('system: «7»'),
  header('render_as: «htlm»'),
  header('toolUse: { «mode: execute» }'),
  prompt('requiredTools: «search»'),
  '- «prompt: 42»\n  should: ["x"]\n',
  '- id: only\n  should: ["x"]\n  «»\n',
];

describe('what is turned around stays so', () => {
  test.each([
    ['$notcontains: x', 'did you mean $not_contains?'],
    ['$NOT_contains: x', 'did you mean $not_contains?'],
    ['$no_contains: x', 'did you mean $not_contains?'],
    ['{ fn: "!contains", arg: x }', 'did you mean $not_contains?'],
    ['"$NOT_contains: x"', 'write it as a mapping: - $not_contains: "x"'],
    ['"$not-contains: x"', 'write it as a mapping: - $not_contains: "x"'],
    ['"$not contains: x"', 'write it as a mapping: - $not_contains: "x"'],
    ['"$Not contains: x"', 'write it as a mapping: - $not_contains: "x"'],
    ['$not: { contains: x }', 'did you mean - $not_contains: "x"?'],
    ['$not_regex: x', 'did you mean $not_matches?'],
  ])('%s', async (item, hint) => {
    const { exitCode, stdout } = await validate({ 'b.yml': point(item) }, 'b.yml');
    expect(stdout).toContain(`fix: ${hint}\n`);
    expect(stdout).toContain('the point will be unscored');
    expect(exitCode).toBe(0);
  });
});

describe('the name of a function in words is a point that judges assess, with a hint', () => {
  test.each([
    ['"not contains": x', '$not_contains: "x"'],
    ['does not contain: x', '$not_contain: "x"'],
    ["doesn't contain: x", '$not_contain: "x"'],
    ['starts with: x', '$starts_with: "x"'],
    ['contains any: [x]', '$contains_any_of: ["x"]'],
  ])('%s', async (item, call) => {
    const { stdout } = await validate({ 'b.yml': point(item) }, 'b.yml');
    expect(stdout).toContain(`fix: did you mean - ${call}?\n`);
  });

  test('a sentence that has such words in it is none', async () => {
    const { exitCode, stdout } = await validate({ 'b.yml': point('contains no mistakes: a source') }, 'b.yml');
    expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('did you mean')]);
  });
});

test.each(['$5 a day is the fee', '$US are dollars', '$containsapples'])('a text that begins with a dollar sign is a text: %s', async (text) => {
  const { exitCode, stdout } = await validate({ 'b.yml': point(text) }, 'b.yml');
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('no colon')]);
});

test('a role that is mistyped as the key of a message is told as the role that was meant', async () => {
  const { exitCode, stdout } = await validate({ 'b.yml': '- messages: [{ User: Hi }]\n' }, 'b.yml');
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining('fix: write role: user and content: …, in place of User\n')]);
});

test('a blueprint may be called assay.yaml, and is read', async () => {
  const { exitCode, stdout } = await validate({ 'assay.yaml': `title: T\nverdicts: {}\n---\n${point('x')}` }, 'assay.yaml');
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('is not read')]);
});

describe('what a hint says to write can be written', () => {
  testHints(WRONG);
});
