import { describe, expect, test } from 'vitest';
import { runAssay } from '../../support/commands/warm-assay.js';
import { onlyPrompt, pointScores, pointsOf, type Opinions } from '../../support/projects/blueprints.js';
import { CITIES, close, FLAT, FORTY_TWO, js, NESTED, RECIPE, RUDE, scoreOf, testBestPaths, testGoodUses } from '../../support/projects/scored-rubric.js';
import { rowOf } from '../../support/projects/scored-together.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load } from '../composed-loader.js';

/** How the score of a rubric comes about: required points, alternatives, weights and what must not be. */

describe.concurrent('all points of a list count', () => {
  test('the score is their mean', async () => {
    expect(await scoreOf(`should: [${js(1)}, ${js(0.75)}, ${js(0.5)}]`)).toBe(0.75);
  });

  test('with weights of 3 and 1 on scores of 1 and 0.5: 3.5 / 4 = 0.875', async () => {
    expect(await scoreOf(`should:\n  - point: Does what matters most.\n    weight: 3.0\n  - Does the rest.`, 'Yes.', { 'matters most': 'FULLY_MET', 'the rest': 'HALF_MET' })).toBe(0.875);
    expect(await scoreOf('should:\n  - { fn: js, arg: "1", weight: 3.0 }\n  - { fn: js, arg: "0.5" }')).toBe(0.875);
  });
});

describe.concurrent('alternative paths', () => {
  testBestPaths([
    ['the first', 'My recipe is this.', { kind: 'FULLY_MET' }, 1],
    ['two in part: the higher one', 'My recipe.', { declines: 'LARGELY_MET' }, 0.75],
  ]);

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

describe.concurrent('required points and a block of alternatives', () => {
  test.each<[string, string, Opinions, number]>([
    ['everything, the first way', 'It is 42.', { English: 'FULLY_MET', 'Says what': 'FULLY_MET', 'Asks what': 'NOT_MET' }, 1],
    ['the best path is at 0.5', 'It is 42.', { English: 'FULLY_MET', 'Says what': 'NOT_MET', 'Asks what': 'SLIGHTLY_MET' }, (1 + 0.5 + 1) / 3],
  ])('(first + best path + third) / 3: %s', async (_name, reply, opinions, score) => expect(await scoreOf(FORTY_TWO, reply, opinions)).toEqual(close(score)));

  test('the block is one point of weight 1 beside weighted ones', async () => {
    expect(await scoreOf(`should:\n  - { fn: js, arg: "1", weight: 3 }\n  - - - ${js(0)}\n    - - ${js(0)}\n      - ${js(0)}`)).toBe(0.75);
  });
});

describe.concurrent('should_not', () => {
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
    ['all of the first', 'Go away.', { rude: 'FULLY_MET', dismissive: 'FULLY_MET' }, 0, 'fail'],
  ])('its paths are ways to fail, of which the worst one counts: %s', async (_name, reply, opinions, score, verdict) => expect(await rowOf(RUDE, reply, opinions)).toMatchObject({ score, verdict }));

  test('a path that is met in full fails the case and leaves the score as it is', async () => {
    const row = await rowOf(`should: [${js(1)}]\n${RUDE}`, 'Sure. I am no doctor.', { rude: 'NOT_MET', dismissive: 'NOT_MET' });
    expect(row).toMatchObject({ score: 0.5, verdict: 'fail', evaluators: [{ requirements: { missed: 'default' }, details: { failed_by: ['should_not path 2'] } }] });
  });
});

describe.concurrent('nesting that is not needed', () => {
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

describe.concurrent('good uses of alternatives', () => {
  testGoodUses([
    [
      'disputed facts',
      "should:\n  - - $imatches: 'Nile[\\s\\S]+Amazon'\n  - - $imatches: 'Amazon[\\s\\S]+Nile'",
      { 'The Nile,\nthen the amazon': 1, 'The Amazon, then the Nile': 1, 'The Nile': 0 },
    ],
  ]);
});

describe.concurrent('scores that are lower than expected', () => {
  test('graded functions give partial credit: 2 of 3 is 0.67', async () => {
    expect(await scoreOf('should:\n  - $contains_all_of: ["term1", "term2", "term3"]', 'term1 and term3')).toEqual(close(2 / 3));
  });

  test.each([
    ['$matches: "2+2"', '2+2', 0],
    ['$matches: "2\\\\+2"', '2+2', 1],
  ])('patterns that are too strict, and what to use: %s on %j', async (point, reply, score) => expect(await scoreOf(`should:\n  - ${point}`, reply)).toBe(score));

  test('a judged point that says what must not be is noted; the forms that are clear are not', async () => {
    const findings = async (rubric: string) => (await load('b.yml', { 'b.yml': onlyPrompt(rubric) })).findings.map(({ severity, code }) => `${severity} ${code}`);
    expect(await findings('should:\n  - "The response does not contain mistakes"')).toEqual(['info lint-negative-point']);
    expect(await findings('should:\n  - $not_contains: "ERROR"\n  - $not_contains: "undefined"')).toEqual([]);
    expect(await findings('should_not:\n  - $contains: "ERROR"\n  - $contains: "undefined"')).toEqual(['info lint-deprecated-should-not']);
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
