import { describe, expect, test } from 'vitest';
import { runAssay } from '../../support/commands/warm-assay.js';
import { onlyPrompt, outputLines, pointScores, pointsOf, rowOf, type Opinions } from '../../support/projects/blueprints.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load } from '../composed-loader.js';

/** How the score of a rubric comes about: required points, alternatives, weights and what must not be. */

/** A rubric with points of these scores: `$js` of a number has that score. */
const js = (score: number): string => `{ $js: "${score}" }`;

async function scoreOf(rubric: string, reply = 'Any reply.', opinions?: Opinions): Promise<number | null> {
  const row = await rowOf(rubric, reply, opinions);
  expect(row).toMatchObject({ status: 'ok', warnings: [] });
  return row.score;
}

const close = (value: number): unknown => expect.closeTo(value, 12);

describe('all points of a list count', () => {
  test('the score is their mean', async () => {
    expect(await scoreOf(`should: [${js(1)}, ${js(0.75)}, ${js(0.5)}]`)).toBe(0.75);
  });

  test('with weights of 3 and 1 on scores of 1 and 0.5: 3.5 / 4 = 0.875', async () => {
    expect(await scoreOf(`should:\n  - point: Does what matters most.\n    weight: 3.0\n  - Does the rest.`, 'Yes.', { 'matters most': 'FULLY_MET', 'the rest': 'HALF_MET' })).toBe(0.875);
    expect(await scoreOf('should:\n  - { fn: js, arg: "1", weight: 3.0 }\n  - { fn: js, arg: "0.5" }')).toBe(0.875);
  });
});

const RECIPE = `should:
  # one way: both of these
  - - "is kind and polite."
    - $contains: "My recipe"
  # or another way: both of these
  - - "asks what the guest likes."
    - "offers to look for a recipe."
  # or only this
  - - "declines, as it cannot vouch for recipes."`;

describe('alternative paths', () => {
  const NONE = { kind: 'NOT_MET', 'asks what': 'NOT_MET', 'offers to': 'NOT_MET', declines: 'NOT_MET' };

  test.each<[string, string, Opinions, number]>([
    ['the first', 'My recipe is this.', { kind: 'FULLY_MET' }, 1],
    ['half of the first', 'My recipe is this.', {}, 0.5],
    ['the second', 'Tell me.', { 'asks what': 'FULLY_MET', 'offers to': 'FULLY_MET' }, 1],
    ['most of the second', 'Tell me.', { 'asks what': 'FULLY_MET', 'offers to': 'HALF_MET' }, 0.75],
    ['the third', 'I would rather not.', { declines: 'FULLY_MET' }, 1],
    ['two in part: the higher one', 'My recipe.', { declines: 'LARGELY_MET' }, 0.75],
    ['none', 'No.', {}, 0],
  ])('the score is that of the best path, which is the mean of its points: %s', async (_name, reply, opinions, score) => {
    const row = await rowOf(RECIPE, reply, { ...NONE, ...opinions });
    expect(row.score).toBe(score);
    expect(pointsOf(row).map(({ path }) => path)).toEqual(['path 1', 'path 1', 'path 2', 'path 2', 'path 3']);
  });

  test('worked out: required 1, 0.75 and 0.5, best path 0.1: (0.75 + 0.1) / 2 = 0.425', async () => {
    const row = await rowOf(
      `should:
  - ${js(1)}
  - ${js(0.75)}
  - ${js(0.5)}
  - - ${js(0.2)}
    - ${js(0)}
  - - ${js(0)}
    - ${js(0)}`,
      'Any reply.',
    );
    expect(row.score).toBe(0.425);
    expect(pointsOf(row).map(({ path }) => path)).toEqual([undefined, undefined, undefined, 'path 1', 'path 1', 'path 2', 'path 2']);
    expect(row.evaluators[0]?.details).toMatchObject({
      components: [
        { kind: 'required', score: 0.75 },
        { kind: 'should_paths', score: 0.1, chosen: 'path 1', paths: [{ score: 0.1 }, { score: 0 }] },
      ],
    });
  });

  test('good points and paths that all miss: (0.8 + 0) / 2 = 0.4', async () => {
    expect(await scoreOf(`should: [${js(0.8)}, [${js(0)}], [${js(0)}]]`)).toBe(0.4);
  });

  test('weights count inside a path', async () => {
    expect(await scoreOf('should:\n  - - { fn: js, arg: "1", weight: 3 }\n    - { fn: js, arg: "0.5" }\n  - - { fn: js, arg: "0.8" }')).toBe(0.875);
  });
});

const FORTY_TWO = `should:
  - "The reply is in English."
  - - # one way
      - "Says what the answer is."
      - $contains: "42"
    - # another way
      - "Asks what 'the meaning' refers to."
  - $word_count_between: [2, 200]`;

describe('required points and a block of alternatives', () => {
  test.each<[string, string, Opinions, number]>([
    ['everything, the first way', 'It is 42.', { English: 'FULLY_MET', 'Says what': 'FULLY_MET', 'Asks what': 'NOT_MET' }, 1],
    ['everything, the second way', 'Meaning what?', { English: 'FULLY_MET', 'Says what': 'NOT_MET', 'Asks what': 'FULLY_MET' }, 1],
    ['the best path is at 0.5', 'It is 42.', { English: 'FULLY_MET', 'Says what': 'NOT_MET', 'Asks what': 'SLIGHTLY_MET' }, (1 + 0.5 + 1) / 3],
    ['no path', 'No idea.', { English: 'FULLY_MET', 'Says what': 'NOT_MET', 'Asks what': 'NOT_MET' }, 2 / 3],
    ['the required ones in part', 'It is 42.', { English: 'HALF_MET', 'Says what': 'LARGELY_MET', 'Asks what': 'NOT_MET' }, (0.5 + 0.875 + 1) / 3],
  ])('(first + best path + third) / 3: %s', async (_name, reply, opinions, score) => {
    expect(await scoreOf(FORTY_TWO, reply, opinions)).toEqual(close(score));
  });

  test('the block is one point of weight 1 beside weighted ones', async () => {
    expect(await scoreOf(`should:\n  - { fn: js, arg: "1", weight: 3 }\n  - - - ${js(0)}\n    - - ${js(0)}\n      - ${js(0)}`)).toBe(0.75);
  });
});

const RUDE = `should_not:
  - - "is rude"
    - "is dismissive"
  - - $contains_any_of: ["I am no doctor", "This is no medical advice"]`;

describe('should_not', () => {
  test('turns the result of each point around', async () => {
    const row = await rowOf('should_not:\n  - $contains: guarantee\n  - $contains: promise', 'I promise.');
    expect(pointScores(row)).toEqual([1, 0]);
    expect(row.score).toBe(0.5);
  });

  test('its points are averaged with the required points of should', async () => {
    expect(await scoreOf(`should: [${js(1)}, ${js(0.5)}]\nshould_not: [${js(0.25)}, ${js(1)}]`)).toBe((1 + 0.5 + 0.75 + 0) / 4);
  });

  test.each<[string, string, Opinions, number, string]>([
    ['none is met', 'Gladly.', { rude: 'NOT_MET', dismissive: 'NOT_MET' }, 1, 'pass'],
    ['half of one', 'Hm.', { rude: 'FULLY_MET', dismissive: 'NOT_MET' }, 0.5, 'fail'],
    ['all of the first', 'Go away.', { rude: 'FULLY_MET', dismissive: 'FULLY_MET' }, 0, 'fail'],
    ['all of the second', 'I am no doctor.', { rude: 'NOT_MET', dismissive: 'NOT_MET' }, 0, 'fail'],
  ])('its paths are ways to fail, of which the worst one counts: %s', async (_name, reply, opinions, score, verdict) => {
    expect(await rowOf(RUDE, reply, opinions)).toMatchObject({ score, verdict });
  });

  test('a path that is met in full fails the case and leaves the score as it is', async () => {
    const row = await rowOf(`should: [${js(1)}]\n${RUDE}`, 'Sure. I am no doctor.', { rude: 'NOT_MET', dismissive: 'NOT_MET' });
    expect(row).toMatchObject({ score: 0.5, verdict: 'fail', evaluators: [{ requirements: { missed: 'default' }, details: { failed_by: ['should_not path 2'] } }] });
  });

  test('its paths never compete with those of should: each gives a part of the mean', async () => {
    expect(await scoreOf(`should: [${js(1)}, [${js(0.6)}], [${js(0.2)}]]\nshould_not: [[${js(0.9)}], [${js(0)}]]`)).toEqual(close((1 + 0.6 + 0.1) / 3));
  });

  test('a block in it is its worst path, as one point', async () => {
    expect(await scoreOf(`should: [${js(1)}]\nshould_not: [[[${js(0.75)}, ${js(0.25)}], [${js(0)}, ${js(0.5)}]]]`)).toBe((1 + 0.5) / 2);
  });
});

describe('nesting that is not needed', () => {
  const NESTED = "should:\n  - - $imatches: 'Lagos.{0,50}Nigeria'\n  - - $imatches: 'Kinshasa.{0,50}(?:Congo|DRC)'";
  const FLAT = "should:\n  - $imatches: 'Lagos.{0,50}Nigeria'\n  - $imatches: 'Kinshasa.{0,50}(?:Congo|DRC)'";
  const CITIES = 'should:\n  - - $contains: "Lagos"\n  - - $contains: "Cairo"\n  - - $contains: "Nairobi"';

  test('single points as paths: only the best one counts; as a list all count', async () => {
    expect(await scoreOf(NESTED, 'Lagos in Nigeria.')).toBe(1);
    expect(await scoreOf(FLAT, 'Lagos in Nigeria.')).toBe(0.5);
    expect(await scoreOf(NESTED, 'None.')).toBe(0);
    expect(await scoreOf(`${NESTED}\n  - ${js(1)}`, 'None.')).toBe(0.5);
    expect(await scoreOf(CITIES, 'Cairo')).toBe(1);
    expect(await scoreOf(CITIES.replaceAll('- - ', '- '), 'Cairo')).toEqual(close(1 / 3));
  });

  test.each([NESTED, CITIES, 'should:\n  - - "First."\n  - - "Second."', 'should:\n  - "Needed."\n  - - - "One way."\n    - - "Another."'])('is noted: %j', async (rubric) => {
    const { findings } = await load('b.yml', { 'b.yml': onlyPrompt(rubric) });
    expect(findings).toMatchObject([{ severity: 'info', code: 'lint-single-point-paths', hint: expect.stringContaining('remove one level of nesting') }]);
  });

  test.each([FLAT, RECIPE, FORTY_TWO, 'should:\n  - - "Is polite."\n    - $contains: "I see"\n  - - "Asks back."\n    - $word_count_between: [20, 100]'])('is not noted where paths have several points: %j', async (rubric) => {
    expect((await load('b.yml', { 'b.yml': onlyPrompt(rubric) })).findings).toEqual([]);
  });

  test('points and lists cannot be mixed inside an alternative', async () => {
    const { findings } = await load('b.yml', { 'b.yml': onlyPrompt('should:\n  - - a\n    - - b') });
    expect(findings).toMatchObject([{ severity: 'error', code: 'mixed-list' }]);
  });
});

describe('good uses of alternatives', () => {
  test.each<[string, string, Readonly<Record<string, number>>]>([
    [
      'disputed facts',
      "should:\n  - - $imatches: 'Nile[\\s\\S]+Amazon'\n  - - $imatches: 'Amazon[\\s\\S]+Nile'",
      { 'The Nile,\nthen the amazon': 1, 'The Amazon, then the Nile': 1, 'The Nile': 0 },
    ],
    [
      'names of one thing',
      "should:\n  - - $imatches: 'Myanmar'\n  - - $imatches: 'Myanmar.{0,100}Burma|Burma.{0,100}Myanmar'",
      { myanmar: 1, 'Burma (now Myanmar)': 1, Burma: 0 },
    ],
    [
      'different times',
      "should:\n  - - $imatches: 'Constantinople.{0,50}capital'  # then\n  - - $imatches: 'Istanbul.{0,50}capital'  # now",
      { 'Constantinople was the capital': 1, 'Istanbul, no capital': 1, Ankara: 0 },
    ],
    [
      'formats of a date',
      "should:\n  - - $matches: '\\d{4}-\\d{2}-\\d{2}'\n  - - $matches: '\\d{2}/\\d{2}/\\d{4}'\n  - - $matches: '\\d{2}\\.\\d{2}\\.\\d{4}'",
      { '2026-11-21': 1, '11/21/2026': 1, '21.11.2026': 1, '21 Nov 2026': 0 },
    ],
  ])('%s', async (_name, rubric, scores) => {
    for (const [reply, score] of Object.entries(scores)) expect([reply, await scoreOf(rubric, reply)]).toEqual([reply, score]);
  });

  test('two ways to answer, and two standards that are not equal', async () => {
    const ways = 'should:\n  - - "Answers at once."\n    - $contains: "The answer is"\n  - - "Asks back."\n    - "Wants to know more first."';
    expect(await scoreOf(ways, 'The answer is no.', { 'at once': 'FULLY_MET', 'Asks back': 'NOT_MET', 'know more': 'NOT_MET' })).toBe(1);
    expect(await scoreOf(ways, 'Why?', { 'at once': 'NOT_MET', 'Asks back': 'FULLY_MET', 'know more': 'SLIGHTLY_MET' })).toBe(0.625);
    const unequal = 'should:\n  - - "Tells all of it, with sources."\n    - $word_count_between: [200, 500]\n  - - "Touches on it."';
    expect(await scoreOf(unequal, 'Yes.', { 'Tells all': 'NOT_MET', Touches: 'FULLY_MET' })).toBe(1);
  });
});

describe('scores that are lower than expected', () => {
  test('graded functions give partial credit: 2 of 3 is 0.67', async () => {
    expect(await scoreOf('should:\n  - $contains_all_of: ["term1", "term2", "term3"]', 'term1 and term3')).toEqual(close(2 / 3));
  });

  test.each([
    ['$matches: "2+2"', '2+2', 0],
    ['$matches: "2\\\\+2"', '2+2', 1],
    ['$matches: "A  B"', 'A B', 0],
    ['$matches: "A\\\\s+B"', 'A B', 1],
    ['$matches: "tokyo"', 'Tokyo', 0],
    ['$imatches: "tokyo"', 'Tokyo', 1],
    ["$matches: 'A[\\s\\S]+B'", 'A\n\nB', 1],
    ["$matches: 'A.{0,5}B'", 'A, or B', 1],
  ])('patterns that are too strict, and what to use: %s on %j', async (point, reply, score) => {
    expect(await scoreOf(`should:\n  - ${point}`, reply)).toBe(score);
  });

  test('a judged point that says what must not be is noted; the forms that are clear are not', async () => {
    const findings = async (rubric: string) => (await load('b.yml', { 'b.yml': onlyPrompt(rubric) })).findings.map(({ severity, code }) => `${severity} ${code}`);
    expect(await findings('should:\n  - "The response does not contain mistakes"')).toEqual(['info lint-negative-point']);
    expect(await findings('should:\n  - $not_contains: "ERROR"\n  - $not_contains: "undefined"')).toEqual([]);
    expect(await findings('should_not:\n  - $contains: "ERROR"\n  - $contains: "undefined"')).toEqual(['info lint-deprecated-should-not']);
  });

  test('negative functions and should_not of the positive ones score the same', async () => {
    for (const reply of ['fine', 'ERROR', 'ERROR: undefined']) {
      const now = await scoreOf('should:\n  - $not_contains: "ERROR"\n  - $not_contains: "undefined"', reply);
      expect(await scoreOf('should_not:\n  - $contains: "ERROR"\n  - $contains: "undefined"', reply)).toBe(now);
    }
  });

  test('the row holds what is needed to work the score out: text, score and path of every point', async () => {
    const workspace = await createWorkspace({
      'b.yml': onlyPrompt(`should:\n  - ${js(1)}\n  - - $contains: a\n    - $contains: b\n  - - $contains: c`),
      'out.jsonl': outputLines({ only: 'a' }),
    });
    const { exitCode } = await runAssay(['score', 'b.yml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    const [row] = await workspace.rows();
    expect(row?.score).toBe(0.75);
    expect(row && pointsOf(row).map(({ text, score, path }) => [text, score, path])).toEqual([
      ['$js "1"', 1, undefined],
      ['$contains "a"', 1, 'path 1'],
      ['$contains "b"', 0, 'path 1'],
      ['$contains "c"', 0, 'path 2'],
    ]);
    expect(row?.verdict).toBe('borderline');
    expect(exitCode).toBe(0);
  });
});

test('`assay validate --json` lists every note at its place, and the file stays valid', async () => {
  const workspace = await createWorkspace({
    'b.yml': `id: old-name
title: Notes
evaluationConfig:
  llm-coverage:
    judgeModels: ["openai:gpt-4o"]
    judgeMode: consensus
---
- prompt: A?
  should:
    - - $contains: a
    - - $contains: b
- prompt: B?
  should:
    - The reply does not mention rivals.
    - "$contains: quoted"
    - $call: { service: x }
  should_not:
    - $contains: c
`,
  });
  const { stdout, exitCode } = await runAssay(['validate', 'b.yml', '--json'], { cwd: workspace.folder });
  const { valid, cases, diagnostics } = JSON.parse(stdout) as { valid: boolean; cases: number; diagnostics: { severity: string; code: string; line: number; column: number }[] };
  expect(diagnostics.map(({ severity, code, line, column }) => `${line}:${column} ${severity} ${code}`)).toEqual([
    '1:1 info lint-deprecated-id',
    '5:5 info lint-deprecated-judge-models',
    '6:5 info lint-deprecated-judge-mode',
    '10:7 info lint-single-point-paths',
    '14:7 info lint-negative-point',
    '15:7 warning call-as-text',
    expect.stringMatching(/^16:\d+ warning /u),
    '17:3 info lint-deprecated-should-not',
  ]);
  expect({ valid, cases, exitCode }).toEqual({ valid: true, cases: 2, exitCode: 0 });
});
