import type { DependencyPolicy, ResultRow, Trial } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collect, evalCase, row, target, trial } from '../../test/samples.js';
import { Dependencies } from './dependencies.js';
import { runPool } from '../schedule/run-pool.js';

interface Planned {
  readonly id: string;
  readonly on: readonly string[];
  readonly policy?: DependencyPolicy | undefined;
}

function trialOf({ id, on, policy }: Planned, name = 'mock', repeat = 1): Trial {
  const dependsOn = on.length > 0 ? { dependsOn: on } : {};
  return { ...trial(), key: `${id} ${name} ${repeat}`, evalCase: evalCase({ id, ...dependsOn, ...(policy ? { onDependencyFailure: policy } : {}) }), target: target(name), repeat };
}

async function* streamed(trials: readonly Trial[]): AsyncGenerator<Trial> {
  yield* trials;
}

const everything = { isNeeded: () => true };
const replied = (): ResultRow => row();
const failed = (): ResultRow => row({ status: 'error', score: null, verdict: null, output: null, error: { code: 'network', message: 'down' } });

/** Cases in any order, each of which depends on some with smaller numbers; some of them fail. */
const plans = fc
  .array(fc.record({ on: fc.array(fc.nat(11), { maxLength: 3 }), fails: fc.boolean(), policy: fc.constantFrom(undefined, 'skip' as const, 'fail' as const, 'run' as const) }), { minLength: 1, maxLength: 12 })
  .chain((cases) => {
    const named = cases.map(({ on, fails, policy }, index) => ({ id: `c${index}`, fails, policy, on: index === 0 ? [] : [...new Set(on.map((number) => `c${number % index}`))] }));
    return fc.record({ cases: fc.constant(named), order: fc.shuffledSubarray(named, { minLength: named.length }) });
  });

describe('any cases that depend on others, in any order, with any that fail', () => {
  test('each is run once, after those that it depends on, and is not asked when one of them got no reply', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.constantFrom(1, 2, 50), fc.scheduler(), async ({ cases, order }, concurrency, scheduler) => {
        const dependencies = new Dependencies(everything);
        const trials = order.flatMap((one) => [trialOf(one, 'a'), trialOf(one, 'b'), trialOf(one, 'a', 2)]);
        const ended: string[] = [];
        const refused = new Set<string>();
        const fails = new Set(cases.filter((one) => one.fails).map(({ id }) => id));
        const finished = runPool<ResultRow>({
          trials: dependencies.inOrder(streamed(trials), () => false),
          concurrency,
          async execute(one) {
            const { evalCase: { id, dependsOn = [] }, target: { name }, repeat } = one;
            expect(ended).toEqual(expect.arrayContaining(dependsOn.map((other) => `${other} ${name} ${repeat}`)));
            if (dependencies.refusal(one)) refused.add(id);
            await scheduler.schedule(Promise.resolve(), one.key);
            return dependencies.refusal(one) || fails.has(id) ? failed() : replied();
          },
          async onDone(result, one) {
            ended.push(one.key);
            dependencies.ended(one, result);
          },
        });
        await scheduler.waitFor(finished);
        expect(ended.toSorted()).toEqual(trials.map(({ key }) => key).toSorted());
        const without = new Set<string>();
        for (const { id, on, policy } of cases) {
          const isRefused = policy !== 'run' && on.some((other) => without.has(other));
          expect([id, refused.has(id)]).toEqual([id, isRefused]);
          if (isRefused || fails.has(id)) without.add(id);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const CHAIN: readonly Planned[] = [{ id: 'c', on: ['b'] }, { id: 'b', on: ['a'] }, { id: 'a', on: [] }, { id: 'free', on: [] }];

/** What is handed on, when each ends at once in the same way. */
async function handedOn(dependencies: Dependencies, plan: readonly Planned[], end: (trial: Trial) => void, isStopped = false): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const one of dependencies.inOrder(streamed(plan.map((each) => trialOf(each))), () => isStopped)) {
    const why = dependencies.refusal(one);
    seen.push(why ? `${one.evalCase.id}: ${why.message}` : one.evalCase.id);
    end(one);
  }
  return seen;
}

test('what has no row yet is left for another pass, with all that depends on it, and what was found out is remembered', async () => {
  const dependencies = new Dependencies(everything);
  expect(await handedOn(dependencies, CHAIN, (one) => dependencies.ended(one))).toEqual(['a', 'free']);
  expect(await handedOn(dependencies, CHAIN.slice(0, 3), (one) => dependencies.ended(one, one.evalCase.id === 'a' ? failed() : undefined))).toEqual(['a', 'b: not asked: it depends on "a", which got no reply']);
  // Its row stands: it is not run again, and there still is no reply.
  const last = dependencies.inOrder(streamed(CHAIN.slice(0, 2).map((each) => trialOf(each))), () => false);
  dependencies.skip(trialOf({ id: 'a', on: [] }));
  const [next] = await collect((async function* first() {
    for await (const one of last) {
      yield one;
      dependencies.ended(one, failed());
    }
  })());
  expect([next?.evalCase.id, next && dependencies.refusal(next)?.message]).toEqual(['b', 'not asked: it depends on "a", which got no reply']);
});

test('a row of an earlier part of the run counts', async () => {
  const dependencies = new Dependencies(everything);
  const [, b, a] = CHAIN as [Planned, Planned, Planned];
  dependencies.skip(trialOf(a));
  expect(await handedOn(dependencies, [b], (one) => dependencies.ended(one, replied()))).toEqual(['b']);
});

test.each([
  ['that waits for what is not planned', [{ id: 'b', on: ['gone'] }], ['b: not asked: it depends on "gone", which got no reply']],
  ['of a circle', [{ id: 'a', on: ['b'] }, { id: 'b', on: ['a'] }], ['a: not asked: it depends on "b", which got no reply', 'b: not asked: it depends on "a", which got no reply']],
] as const)('a trial %s does not wait for ever; when no more may begin it is left', async (_, plan, expected) => {
  const dependencies = new Dependencies(everything);
  expect(await handedOn(dependencies, plan, (one) => dependencies.ended(one, failed()))).toEqual(expected);
  expect(await handedOn(new Dependencies(everything), plan, () => undefined, true)).toEqual([]);
});

test('a plan that is left while a trial waits is ended', async () => {
  const dependencies = new Dependencies(everything);
  let isEnded = false;
  const source = (async function* plan() {
    try {
      yield* CHAIN.map((each) => trialOf(each));
    } finally {
      isEnded = true;
    }
  })();
  const order = dependencies.inOrder(source, () => false)[Symbol.asyncIterator]();
  expect((await order.next()).value).toMatchObject({ evalCase: { id: 'a' } });
  expect((await order.next()).value).toMatchObject({ evalCase: { id: 'free' } });
  const waiting = order.next();
  await order.return?.();
  expect([await waiting, isEnded]).toEqual([{ done: true, value: undefined }, true]);
});
