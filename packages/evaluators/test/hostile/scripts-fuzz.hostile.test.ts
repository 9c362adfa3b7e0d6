import { findPointFunction, UnscoredError, type PointContext } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { preparePoint } from '../../src/index.js';
import { scoringDefinitions } from '../../src/registry/definitions.js';
import { hostileScript } from './hostile-script.js';

/** Whether the attack suite is run as a whole. */
const full = process.env['ASSAY_HOSTILE'] === 'full';

const SCRIPTS = full ? 100_000 : process.env['ASSAY_SAMPLES'] === 'all' ? 3_000 : 1_000;
/** Scripts that are asked for at once, as the points of a few replies are. */
const AT_ONCE = 100;
/** One in so many is run a second time, in other company. */
const AGAIN = full ? 3 : 100;
/** Every so many have an innocent one beside them. */
const WATCHED = full ? 4 : 10;

const point = findPointFunction(scoringDefinitions().pointFunctions, 'js') ?? expect.fail('there is no js');
const { signal } = new AbortController();
const context = (text: string): PointContext => ({ text, signal, toolCalls: [{ tool: 't', input: { x: 1 } }], context: { list: [1] } });

/** Each is 1 in a realm that nobody has touched. */
const INNOCENT = [
  'r === "hello" && r.includes("ell") && !r.includes("z")',
  'JSON.stringify({ a: [1, "b"] }) === \'{"a":[1,"b"]}\' && Object.keys({}).length === 0',
  '[..."ab"].map((x) => x + 1).join() === "a1,b1" && !("leak" in globalThis) && typeof leak2 === "undefined"',
  'context.list.length === 1 && toolCalls.length === 1 && toolCalls[0].input.x === 1',
  'const seen = []; for (const x of new Set([1, 1, 2])) seen.push(x); seen.length === 2',
  'try { null.x; } catch (error) { return error instanceof TypeError && `${{}}` === "[object Object]"; }',
];

/** The score, or why there is none. */
async function outcome(code: string): Promise<number | string> {
  try {
    const { score, explain } = await preparePoint(point, code)(context('hello'));
    if (!(score >= 0 && score <= 1)) throw new Error(`${code}\ngave ${score}`);
    if (explain !== undefined && (typeof explain !== 'string' || explain.length > 11_000)) throw new Error(`${code}\nexplains itself badly`);
    return score;
  } catch (error) {
    if (error instanceof UnscoredError && error.reason === 'config' && error.message.length < 1000) return error.message;
    throw new Error(`${code}\nended in ${String(error)}`, { cause: error });
  }
}

async function checkInnocent(index: number, seed: number): Promise<void> {
  const code = INNOCENT[index % INNOCENT.length] ?? 'false';
  expect(await outcome(code), `${code}\nafter seed ${seed}: ${hostileScript(seed)}`).toBe(1);
}

/** The outcomes of scripts, with innocent ones among them that must all be right. */
async function runAmongInnocent(seeds: readonly number[]): Promise<ReadonlyMap<number, number | string>> {
  const outcomes = new Map<number, number | string>();
  for (let at = 0; at < seeds.length; at += AT_ONCE) {
    const some = seeds.slice(at, at + AT_ONCE);
    const given = await Promise.all(
      some.map(async (seed, index) => {
        const ended = outcome(hostileScript(seed));
        if (index % WATCHED === 0) await checkInnocent(index / WATCHED, seed);
        return ended;
      }),
    );
    some.forEach((seed, index) => outcomes.set(seed, given[index] ?? 'none'));
  }
  return outcomes;
}

const ENDED_BY_TIME = /did not finish within/u;

describe('generated scripts', () => {
  test(
    'none crashes, none has a say in another, and each ends as it does in other company',
    { timeout: full ? 3_600_000 : 300_000 },
    async () => {
      const seeds = Array.from({ length: SCRIPTS }, (_, index) => index + 1);
      const forward = await runAmongInnocent(seeds);
      // Some of them in another order, so that each has others before it.
      const backward = await runAmongInnocent(seeds.filter((seed) => seed % AGAIN === 0).toReversed());
      const different = [...backward].filter(([seed, ended]) => {
        const before = forward.get(seed);
        return ended !== before && !ENDED_BY_TIME.test(`${ended} ${before}`);
      });
      expect(different.map(([seed, ended]) => [hostileScript(seed), ended, forward.get(seed)])).toEqual([]);
      const scored = [...forward.values()].filter((ended) => typeof ended === 'number').length;
      expect(scored).toBeGreaterThan(SCRIPTS / 10);
      expect(scored).toBeLessThan(SCRIPTS * 0.9);
    },
  );
});
