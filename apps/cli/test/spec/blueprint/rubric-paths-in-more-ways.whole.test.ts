import { describe, expect, test } from 'vitest';
import { runAssay } from '../../support/commands/warm-assay.js';
import { onlyPrompt, outputLines, pointsOf, type Opinions } from '../../support/projects/blueprints.js';
import { CITIES, close, FLAT, FORTY_TWO, js, NESTED, RUDE, scoreOf, testBestPaths, testGoodUses } from '../../support/projects/scored-rubric.js';
import { rowOf } from '../../support/projects/scored-together.js';
import { createWorkspace } from '../../support/projects/workspace.js';

describe.concurrent('alternative paths', () => {
  testBestPaths([
    ['half of the first', 'My recipe is this.', {}, 0.5],
    ['the second', 'Tell me.', { 'asks what': 'FULLY_MET', 'offers to': 'FULLY_MET' }, 1],
    ['most of the second', 'Tell me.', { 'asks what': 'FULLY_MET', 'offers to': 'HALF_MET' }, 0.75],
    ['the third', 'I would rather not.', { declines: 'FULLY_MET' }, 1],
    ['none', 'No.', {}, 0],
  ]);
});

describe.concurrent('required points and a block of alternatives', () => {
  test.each<[string, string, Opinions, number]>([
    ['everything, the second way', 'Meaning what?', { English: 'FULLY_MET', 'Says what': 'NOT_MET', 'Asks what': 'FULLY_MET' }, 1],
    ['no path', 'No idea.', { English: 'FULLY_MET', 'Says what': 'NOT_MET', 'Asks what': 'NOT_MET' }, 2 / 3],
    ['the required ones in part', 'It is 42.', { English: 'HALF_MET', 'Says what': 'LARGELY_MET', 'Asks what': 'NOT_MET' }, (0.5 + 0.875 + 1) / 3],
  ])('(first + best path + third) / 3: %s', async (_name, reply, opinions, score) => expect(await scoreOf(FORTY_TWO, reply, opinions)).toEqual(close(score)));
});

describe.concurrent('should_not', () => {
  test.each<[string, string, Opinions, number, string]>([
    ['half of one', 'Hm.', { rude: 'FULLY_MET', dismissive: 'NOT_MET' }, 0.5, 'fail'],
    ['all of the second', 'I am no doctor.', { rude: 'NOT_MET', dismissive: 'NOT_MET' }, 0, 'fail'],
  ])('its paths are ways to fail, of which the worst one counts: %s', async (_name, reply, opinions, score, verdict) => expect(await rowOf(RUDE, reply, opinions)).toMatchObject({ score, verdict }));

  test('its paths never compete with those of should: each gives a part of the mean', async () => {
    expect(await scoreOf(`should: [${js(1)}, [${js(0.6)}], [${js(0.2)}]]\nshould_not: [[${js(0.9)}], [${js(0)}]]`)).toEqual(close((1 + 0.6 + 0.1) / 3));
  });

  test('a block in it is its worst path, as one point', async () => {
    expect(await scoreOf(`should: [${js(1)}]\nshould_not: [[[${js(0.75)}, ${js(0.25)}], [${js(0)}, ${js(0.5)}]]]`)).toBe((1 + 0.5) / 2);
  });
});

describe.concurrent('nesting that is not needed', () => {
  test('single points as paths: only the best one counts; as a list all count', async () => {
    expect(await scoreOf(NESTED, 'Lagos in Nigeria.')).toBe(1);
    expect(await scoreOf(FLAT, 'Lagos in Nigeria.')).toBe(0.5);
    expect(await scoreOf(NESTED, 'None.')).toBe(0);
    expect(await scoreOf(`${NESTED}\n  - ${js(1)}`, 'None.')).toBe(0.5);
    expect(await scoreOf(CITIES, 'Cairo')).toBe(1);
    expect(await scoreOf(CITIES.replaceAll('- - ', '- '), 'Cairo')).toEqual(close(1 / 3));
  });
});

describe.concurrent('good uses of alternatives', () => {
  testGoodUses([
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
  ]);

  test('two ways to answer, and two standards that are not equal', async () => {
    const ways = 'should:\n  - - "Answers at once."\n    - $contains: "The answer is"\n  - - "Asks back."\n    - "Wants to know more first."';
    expect(await scoreOf(ways, 'The answer is no.', { 'at once': 'FULLY_MET', 'Asks back': 'NOT_MET', 'know more': 'NOT_MET' })).toBe(1);
    expect(await scoreOf(ways, 'Why?', { 'at once': 'NOT_MET', 'Asks back': 'FULLY_MET', 'know more': 'SLIGHTLY_MET' })).toBe(0.625);
    const unequal = 'should:\n  - - "Tells all of it, with sources."\n    - $word_count_between: [200, 500]\n  - - "Touches on it."';
    expect(await scoreOf(unequal, 'Yes.', { 'Tells all': 'NOT_MET', Touches: 'FULLY_MET' })).toBe(1);
  });
});

describe.concurrent('scores that are lower than expected', () => {
  test.each([
    ['$matches: "A  B"', 'A B', 0],
    ['$matches: "A\\\\s+B"', 'A B', 1],
    ['$matches: "tokyo"', 'Tokyo', 0],
    ['$imatches: "tokyo"', 'Tokyo', 1],
    ["$matches: 'A[\\s\\S]+B'", 'A\n\nB', 1],
    ["$matches: 'A.{0,5}B'", 'A, or B', 1],
  ])('patterns that are too strict, and what to use: %s on %j', async (point, reply, score) => expect(await scoreOf(`should:\n  - ${point}`, reply)).toBe(score));

  test('negative functions and should_not of the positive ones score the same', async () => {
    for (const reply of ['fine', 'ERROR', 'ERROR: undefined']) {
      const now = await scoreOf('should:\n  - $not_contains: "ERROR"\n  - $not_contains: "undefined"', reply);
      expect(await scoreOf('should_not:\n  - $contains: "ERROR"\n  - $contains: "undefined"', reply)).toBe(now);
    }
  });

  test('the row holds what is needed to work the score out: text, score and path of every point', async ({ onTestFinished }) => {
    const files = {
      'b.yml': onlyPrompt(`should:\n  - ${js(1)}\n  - - $contains: a\n    - $contains: b\n  - - $contains: c`),
      'out.jsonl': outputLines({ only: 'a' }),
    };
    const workspace = await createWorkspace(files, onTestFinished);
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
