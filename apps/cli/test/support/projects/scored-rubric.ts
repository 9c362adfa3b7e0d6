import { expect, test } from 'vitest';
import { pointsOf, type Opinions } from './blueprints.js';
import { rowOf } from './scored-together.js';

/** A rubric with points of these scores: `$js` of a number has that score. */
export const js = (score: number): string => `{ $js: "${score}" }`;

/** The score of a reply by a rubric, of which nothing is lost. */
export async function scoreOf(rubric: string, reply = 'Any reply.', opinions?: Opinions): Promise<number | null> {
  const row = await rowOf(rubric, reply, opinions);
  expect(row).toMatchObject({ status: 'ok', warnings: [] });
  return row.score;
}

/** A number that is this one but for rounding. */
export const close = (value: number): unknown => expect.closeTo(value, 12);

/** Three ways to answer. */
export const RECIPE = `should:
  # one way: both of these
  - - "is kind and polite."
    - $contains: "My recipe"
  # or another way: both of these
  - - "asks what the guest likes."
    - "offers to look for a recipe."
  # or only this
  - - "declines, as it cannot vouch for recipes."`;

/** Two points and, between them, two ways. */
export const FORTY_TWO = `should:
  - "The reply is in English."
  - - # one way
      - "Says what the answer is."
      - $contains: "42"
    - # another way
      - "Asks what 'the meaning' refers to."
  - $word_count_between: [2, 200]`;

/** Two ways to fail. */
export const RUDE = `should_not:
  - - "is rude"
    - "is dismissive"
  - - $contains_any_of: ["I am no doctor", "This is no medical advice"]`;

/** Single points as paths, the same as a list, and three paths more. */
export const NESTED = "should:\n  - - $imatches: 'Lagos.{0,50}Nigeria'\n  - - $imatches: 'Kinshasa.{0,50}(?:Congo|DRC)'";
export const FLAT = "should:\n  - $imatches: 'Lagos.{0,50}Nigeria'\n  - $imatches: 'Kinshasa.{0,50}(?:Congo|DRC)'";
export const CITIES = 'should:\n  - - $contains: "Lagos"\n  - - $contains: "Cairo"\n  - - $contains: "Nairobi"';

const NONE = { kind: 'NOT_MET', 'asks what': 'NOT_MET', 'offers to': 'NOT_MET', declines: 'NOT_MET' };

/** Replies have the score of the best of three paths; points that a judge has no opinion on are not met. */
export const testBestPaths = (rows: readonly (readonly [which: string, reply: string, opinions: Opinions, score: number])[]): void =>
  test.concurrent.each(rows)('the score is that of the best path, which is the mean of its points: %s', async (_name, reply, opinions, score) => {
    const row = await rowOf(RECIPE, reply, { ...NONE, ...opinions });
    expect(row.score).toBe(score);
    expect(pointsOf(row).map(({ path }) => path)).toEqual(['path 1', 'path 1', 'path 2', 'path 2', 'path 3']);
  });

/** The scores of replies by these rubrics. */
export const testGoodUses = (rows: readonly (readonly [what: string, rubric: string, scores: Readonly<Record<string, number>>])[]): void =>
  test.concurrent.each(rows)('%s', async (_name, rubric, scores) => {
    for (const [reply, score] of Object.entries(scores)) expect([reply, await scoreOf(rubric, reply)]).toEqual([reply, score]);
  });
