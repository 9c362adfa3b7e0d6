import type { EvaluationScore, JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, makeResponse } from '../../../test/evaluation-input.js';
import { installed } from '../../../test/installed.js';
import { withShortLimit } from '../../../test/short-limit.js';
import { pointsEvaluator } from './points.js';

const points = pointsEvaluator(installed.pointFunctions);

const REPLY = `${'a'.repeat(40)}! The answer is 4.`;
const MEGABYTE = 1024 * 1024;

/** The hostile point between three that have nothing to do with it. */
async function among(hostile: JsonObject, text = REPLY): Promise<EvaluationScore> {
  const should = [{ $contains: 'answer' }, hostile, { $js: 'r.includes("4") && "abc".includes("b")' }, [{ $matches: 'answer is \\d' }]];
  return evaluateWith(points, { should }, { response: makeResponse({ text }) });
}

describe('a hostile point costs only itself', () => {
  // That it is a second stands in the tests of patterns and scripts.
  withShortLimit(250);

  test.each<[string, JsonObject, string]>([
    ['an endless loop', { $js: 'while (true) {}' }, 'did not finish within'],
    ['endless recursion', { $js: 'const f = () => f() + 1; f()' }, ''],
    ['an allocation bomb', { $js: 'const all = []; for (;;) all.push(new Array(100000).fill(all.length))' }, ''],
    ['a string bomb', { $js: 'let s = r; for (;;) s += s' }, ''],
    ['a catastrophic pattern in a script', { $js: '/^(a+)+$/.test(r)' }, 'did not finish within'],
    ['a catastrophic pattern', { $matches: '^(a+)+$' }, 'did not finish within 250 ms'],
    ['the same in a list, without regard to case', { $imatches_all_of: ['^(A|a)*$', '4'] }, 'did not finish within 250 ms'],
    ['a script that changes the language for others', { $js: 'String.prototype.includes = () => { throw 1 }; throw new Error("done")' }, 'done'],
    ['a script that wants to leave its sandbox', { $js: 'globalThis.process.exit(1)' }, 'the script threw'],
    ['a script of a megabyte that does not parse', { $js: '('.repeat(MEGABYTE) }, ''],
    ['a pattern of a megabyte that does not compile', { $matches: '('.repeat(MEGABYTE) }, '"((('],
    ['a function with a name of a megabyte', { [`$${'x'.repeat(MEGABYTE)}`]: 1 }, 'there is no point function'],
  ])('%s', { timeout: 60_000 }, async (_, hostile, message) => {
    const score = await among(hostile);
    expect(score.points?.map(({ score: value }) => value)).toEqual([1, null, 1, 1]);
    expect(score).toMatchObject({ score: 1, bounds: { worst: (2 / 3 + 1) / 2, best: 1 } });
    expect(score.points?.[1]?.error?.message).toContain(message);
    // All but the name of the function: the row stays readable.
    const told = { ...score, points: score.points?.map((point) => ({ ...point, function: 'a name' })) };
    expect(JSON.stringify(told).length).toBeLessThan(10_000);
  });

  test('arguments of a megabyte are checked like others, and shown shortened', async () => {
    const long = 'x'.repeat(MEGABYTE);
    for (const [hostile, expected] of [
      [{ $contains: long }, 0],
      [{ $not_contains: long }, 1],
      [{ $contains_any_of: Array.from({ length: 10_000 }, (_, index) => `${index}${'y'.repeat(100)}`) }, 0],
      [{ $js: `${JSON.stringify(long)}.length === ${MEGABYTE}` }, 1],
    ] as const) {
      const score = await among(hostile);
      expect(score.points?.map(({ score: value }) => value)).toEqual([1, expected, 1, 1]);
      expect(score.points?.[1]?.text.length).toBeLessThan(200);
    }
  });

  test('a reply of a megabyte is scored', async () => {
    const text = `${REPLY}${'b '.repeat(MEGABYTE / 2)}`;
    expect((await among({ $word_count_between: [1, 10] }, text)).points?.map(({ score }) => score === null)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('many endless scripts cost their own time alone', { timeout: 60_000 }, async () => {
    const should = Array.from({ length: 4 }, (_, index) => ({ $js: index % 2 === 0 ? 'for (;;) {}' : 'r.length > 1' }));
    const score = await evaluateWith(points, { should }, { response: makeResponse({ text: REPLY }) });
    expect(score.points?.map(({ score: value }) => value)).toEqual([null, 1, null, 1]);
  });
});
