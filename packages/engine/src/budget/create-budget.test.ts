import { setMaxListeners } from 'node:events';
import { BudgetSpentError, type BudgetAmount, type Reservation } from '@assay/schema';
import { budgetAccountConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.js';
import type { BudgetTaken } from './budget-limits.js';
import type { BudgetRecord } from './budget.js';
import { createBudget } from './create-budget.js';

const { signal } = new AbortController();
setMaxListeners(0, signal);
const GEO = { suite: 'geo', suitePath: 'geo.yaml' };
const MATH = { suite: 'math', suitePath: 'math.yaml' };

function tokens(count: number): BudgetAmount {
  return { costUsd: 0, tokens: count };
}

test.each(budgetAccountConformance((count) => createBudget({ limits: [{ of: { tokens: count } }] }).account(GEO)))(
  'an account of a run keeps the promise of its contract: $name',
  async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  },
);

test.each(budgetAccountConformance((count) => createBudget({ limits: [{ suite: GEO, of: { tokens: count } }] }).account(GEO)))(
  'an account of a suite keeps the promise of its contract: $name',
  async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  },
);

describe('a budget of a run and one of a suite', () => {
  test('hold both, and the suite that has spent its own stops alone', async () => {
    const budget = createBudget({ limits: [{ of: { tokens: 100 } }, { suite: GEO, of: { tokens: 30 } }] });
    const [geo, math] = [budget.account(GEO), budget.account(MATH)];
    ((await geo.reserve(tokens(20), { signal })) as Reservation).settle(tokens(20));
    await expect((async () => geo.reserve(tokens(20), { signal, begins: true }))()).rejects.toThrow('tokens for suite "geo"');
    expect([budget.admits(GEO), budget.admits(MATH), budget.open, budget.stopped]).toEqual([false, true, true, true]);
    (await math.reserve(tokens(70), { signal, begins: true })).settle(tokens(70));
    await expect((async () => math.reserve(tokens(20), { signal, begins: true }))()).rejects.toThrow('tokens for the run');
    expect([budget.admits(MATH), budget.open]).toEqual([false, false]);
    expect(budget.standings()).toMatchObject([
      { limits: { tokens: 100 }, taken: { tokens: 90 }, stoppedBy: 'tokens' },
      { suite: GEO, limits: { tokens: 30 }, taken: { tokens: 20 }, stoppedBy: 'tokens' },
    ]);
  });
});

describe('a request whose size is only guessed, to more than there is', () => {
  const RUN_AND_GEO = [{ of: { tokens: 100 } }, { suite: GEO, of: { tokens: 30 } }];
  const begins = { signal, begins: true, guessed: true } as const;

  test('waits for what another suite holds of the run, although its own suite has nothing under way', async () => {
    const budget = createBudget({ limits: RUN_AND_GEO });
    const held = await budget.account(MATH).reserve(tokens(90), begins);
    const asked = budget.account(GEO).reserve(tokens(90), begins);
    held.settle(tokens(10));
    (await asked).settle(tokens(10));
    expect(budget.stopped).toBe(false);
  });

  test.each([
    { what: 'a trial', before: 20, options: begins },
    { what: 'what goes on with one', before: 30, options: { signal, guessed: true } },
  ])('stops the suite that has no room for it, and not the run, which has: $what', async ({ before, options }) => {
    const taken = { ...tokens(before), timeMs: 0, trials: new Map([['bot', tokens(before)]]) };
    const budget = createBudget({ limits: RUN_AND_GEO, before: [{ of: taken }, { suite: GEO, of: taken }] });
    await expect((async () => budget.account({ ...GEO, target: { name: 'bot' } }).reserve(tokens(90), options))()).rejects.toThrow('tokens for suite "geo"');
    expect([budget.admits(GEO), budget.admits(MATH), budget.open]).toEqual([false, true, true]);
    (await budget.account(MATH).reserve(tokens(90), begins)).settle(tokens(10));
  });
});

test('a trial that waits in a queue is expected to take nothing until it begins, and again when its worker is gone', async () => {
  const budget = createBudget({ limits: [{ of: { tokens: 100 } }] });
  const account = budget.account(GEO);
  const over = budget.begin(GEO, () => undefined);
  (await account.reserve(tokens(5), { signal, begins: true })).settle(tokens(5));
  // What follows the first request of a trial: 20 tokens.
  (await account.reserve(tokens(20), { signal })).settle(tokens(20));
  over();
  const queued = Array.from({ length: 50 }, () => budget.queue(GEO, () => undefined));
  const first = await account.reserve(tokens(5), { signal, begins: true });
  for (const trial of queued.slice(0, 4)) trial.begins();
  let isIn = false;
  const second = (async () => account.reserve(tokens(5), { signal, begins: true }))().then((reservation) => {
    isIn = true;
    return reservation;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isIn).toBe(false);
  for (const trial of queued.slice(0, 4)) trial.waits();
  (await second).settle(tokens(5));
  first.settle(tokens(5));
  for (const trial of queued) trial.over();
  expect(budget.standings()).toMatchObject([{ taken: { tokens: 35 } }]);
});

describe('requests of a target that tells only afterwards what they took', () => {
  const NOTHING = { costUsd: 0, tokens: 0 };
  const blind = { signal, begins: true, guessed: true, recipient: 'agent' };

  test('wait for the first one, and are then expected to take twice as much; those of other targets go on', async () => {
    const budget = createBudget({ limits: [{ of: { costUsd: 1 } }] });
    const account = budget.account({ ...GEO, target: { name: 'agent' } });
    const first = await account.reserve(NOTHING, blind);
    const others = [account.reserve(NOTHING, blind), account.reserve(NOTHING, blind)].map(async (one) => one);
    const other = await budget.account({ ...GEO, target: { name: 'model' } }).reserve({ costUsd: 0.1, tokens: 9 }, { signal, begins: true });
    other.settle({ costUsd: 0.1, tokens: 9 });
    first.settle({ costUsd: 0.3, tokens: 5 });
    const second = await others[0];
    expect(second?.amount).toEqual({ costUsd: 0.6, tokens: 10 });
    second?.settle({ costUsd: 0.3, tokens: 5 });
    await expect(others[1]).rejects.toBeInstanceOf(BudgetSpentError);
  });

  test.each([3, 10])('wait for one that is answered, whose turn comes after %i that are not', async (refused) => {
    const account = createBudget({ limits: [{ of: { costUsd: 1 } }] }).account({ ...GEO, target: { name: 'agent' } });
    let going = await account.reserve(NOTHING, blind);
    const others = Array.from({ length: refused + 1 }, async () => account.reserve(NOTHING, blind));
    for (const next of others.slice(0, refused)) {
      going.settle(NOTHING, true);
      going = await next;
      expect(going.amount).toEqual(NOTHING);
    }
    going.settle({ costUsd: 0.3, tokens: 5 });
    expect(await others.at(-1)).toMatchObject({ amount: { costUsd: 0.6, tokens: 10 } });
  });

  test('of a judge wait for the first one of that judge, whatever trial it is for', async () => {
    const budget = createBudget({ limits: [{ of: { costUsd: 1 } }] });
    const [one, other] = ['one', 'other'].map((name) => budget.account({ ...GEO, target: { name } }));
    const judges = { signal, guessed: true, recipient: 'judge' };
    const first = await one?.reserve(NOTHING, judges);
    const second = (async () => other?.reserve(NOTHING, judges))();
    const trial = await other?.reserve(NOTHING, blind);
    trial?.settle({ costUsd: 0.1, tokens: 5 });
    first?.settle({ costUsd: 0.3, tokens: 5 });
    expect(await second).toMatchObject({ amount: { costUsd: 0.6, tokens: 10 } });
  });

  test('do not wait where nothing that they take is limited', async () => {
    const account = createBudget({ limits: [{ of: { timeMs: 60_000 } }] }).account({ ...GEO, target: { name: 'agent' } });
    const both = [await account.reserve(NOTHING, blind), await account.reserve(NOTHING, blind)];
    expect(both.map(({ amount }) => amount)).toEqual([NOTHING, NOTHING]);
  });

  test('end their wait with the signal', async () => {
    const account = createBudget({ limits: [{ of: { tokens: 10 } }] }).account({ ...GEO, target: { name: 'agent' } });
    const first = await account.reserve(NOTHING, blind);
    const ending = new AbortController();
    const waiting = account.reserve(NOTHING, { ...blind, signal: ending.signal });
    ending.abort(new Error('enough'));
    await expect((async () => waiting)()).rejects.toThrow('enough');
    first.settle(NOTHING);
  });
});

test('a trial that waits in a queue ends with the time of the run', async () => {
  const budget = createBudget({ limits: [{ of: { timeMs: 1 } }] });
  const ended = new Promise((resolve) => budget.queue(GEO, resolve));
  budget.start();
  expect(await ended).toBeInstanceOf(BudgetSpentError);
  await budget.close();
});

test('a trial whose time is over while it begins ends too', async () => {
  let elapsed = 0;
  const budget = createBudget({ limits: [{ of: { timeMs: 1 } }], clock: { ...systemClock, elapsed: () => (elapsed += 1) } });
  expect(await new Promise((resolve) => budget.queue(GEO, resolve))).toBeInstanceOf(BudgetSpentError);
  expect(budget.stopped).toBe(true);
  await budget.close();
});

test('what goes on with a trial goes before what begins one, and is not refused because that was', async () => {
  const account = createBudget({ limits: [{ of: { tokens: 100 } }] }).account(GEO);
  const first = await account.reserve(tokens(90), { signal, begins: true });
  const begins = (async () => account.reserve(tokens(60), { signal, begins: true }))();
  const judges = (async () => account.reserve(tokens(50), { signal }))();
  first.settle(tokens(40));
  const judged = await judges;
  judged.settle(tokens(5));
  await expect((async () => begins)()).rejects.toBeInstanceOf(BudgetSpentError);
  expect(account.spent).toBe(true);
  (await account.reserve(tokens(55), { signal })).settle(tokens(55));
});

test('a thousand requests, fifty at once, never take more together than there is', async () => {
  const budget = createBudget({ limits: [{ of: { costUsd: 1 } }] });
  const account = budget.account(GEO);
  let taken = 0;
  let refused = 0;
  const worker = async (number: number): Promise<void> => {
    for (let index = 0; index < 20; index += 1) {
      try {
        const reservation = await account.reserve({ costUsd: 0.01, tokens: 0 }, { signal, begins: true });
        await new Promise(setImmediate);
        const costUsd = 0.001 + ((number * 7 + index * 13) % 10) * 0.001;
        taken += Math.min(0.01, costUsd);
        reservation.settle({ costUsd: Math.min(0.01, costUsd), tokens: 0 });
      } catch (error) {
        if (!(error instanceof BudgetSpentError)) throw error;
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => worker(number)));
  expect(taken).toBeLessThanOrEqual(1 + 1e-9);
  expect(taken).toBeGreaterThan(0.98);
  expect(refused).toBeGreaterThan(0);
});

test('a trial begins only where enough is left for its judges, and for those of the trials that are under way', async () => {
  const budget = createBudget({ limits: [{ of: { tokens: 100 } }] });
  const account = budget.account(GEO);
  const overs: (() => void)[] = [];
  const begin = async (): Promise<void> => {
    overs.push(budget.begin(GEO, () => undefined));
    (await account.reserve(tokens(10), { signal, begins: true })).settle(tokens(10));
  };
  const judge = async (): Promise<void> => {
    (await account.reserve(tokens(10), { signal })).settle(tokens(10));
    overs.shift()?.();
  };
  // Of 100, each trial takes 10, and 10 for its judge.
  await begin();
  await judge();
  await begin();
  await begin();
  await begin();
  // 50 are left, and three judges will take 30 of them: a fifth trial fits with its judge, a sixth does not.
  await begin();
  let sixth = 'waits';
  const waiting = begin().then(
    () => (sixth = 'begun'),
    () => (sixth = 'refused'),
  );
  for (let index = 0; index < 4; index += 1) {
    expect(sixth).toBe('waits');
    await judge();
  }
  overs.pop();
  await waiting;
  expect(sixth).toBe('refused');
  expect(budget.standings()).toMatchObject([{ taken: { tokens: 100 } }]);
});

describe('what is noted', () => {
  function noting() {
    const notes: (readonly BudgetRecord<BudgetTaken>[])[] = [];
    return { notes, note: async (taken: readonly BudgetRecord<BudgetTaken>[]) => void notes.push(taken) };
  }

  test('is never less than what may have been taken when a request goes out, in few notes', async () => {
    const { notes, note } = noting();
    const budget = createBudget({ limits: [{ of: { tokens: 1000 } }], note });
    const account = budget.account(GEO);
    let out = 0;
    for (let index = 0; index < 90; index += 1) {
      const reservation = await account.reserve(tokens(10), { signal });
      out += 10;
      expect(notes.at(-1)?.[0]?.of.tokens).toBeGreaterThanOrEqual(out);
      reservation.settle(tokens(10));
    }
    expect(notes.length).toBeLessThanOrEqual(50);
    await budget.close();
    expect(notes.at(-1)?.[0]?.of).toMatchObject({ tokens: 900 });
  });

  test('goes on from what was taken before', async () => {
    const budget = createBudget({ limits: [{ of: { tokens: 100 } }], before: [{ of: { costUsd: 0, tokens: 80, timeMs: 0 } }] });
    const account = budget.account(GEO);
    await expect((async () => account.reserve(tokens(30), { signal }))()).rejects.toBeInstanceOf(BudgetSpentError);
    (await account.reserve(tokens(20), { signal })).settle({});
    expect(budget.standings()).toMatchObject([{ taken: { tokens: 100 }, untold: { requests: 1, tokens: 20 } }]);
  });

  test('refuses a request that cannot be noted, and holds nothing for it', async () => {
    const budget = createBudget({ limits: [{ of: { tokens: 100 } }], note: () => Promise.reject(new Error('the disk is full')) });
    await expect((async () => budget.account(GEO).reserve(tokens(30), { signal }))()).rejects.toThrow('the disk is full');
    expect(budget.standings()).toMatchObject([{ taken: { tokens: 0 } }]);
  });
});

describe('time', () => {
  function manualClock() {
    let now = 0;
    const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
    return {
      clock: {
        now: () => now,
        elapsed: () => now,
        sleep: () => Promise.reject(new Error('nobody sleeps here')),
        timer(ms: number, callback: () => void) {
          const timer = { at: now + ms, callback };
          timers.add(timer);
          return () => void timers.delete(timer);
        },
      },
      pass(ms: number) {
        now += ms;
        for (const timer of timers) {
          if (timer.at > now || !timers.delete(timer)) continue;
          timer.callback();
        }
      },
    };
  }

  test('ends the trials that are under way, lets none begin, and counts on from before', async () => {
    const { clock, pass } = manualClock();
    const budget = createBudget({ limits: [{ of: { timeMs: 1000 } }], before: [{ of: { costUsd: 0, tokens: 0, timeMs: 600 } }], clock });
    budget.start();
    expect(budget.admits(GEO)).toBe(true);
    const reasons: unknown[] = [];
    budget.begin(GEO, (reason) => reasons.push(reason));
    pass(399);
    expect([reasons, budget.stopped]).toEqual([[], false]);
    pass(1);
    expect(reasons).toMatchObject([{ code: 'budget', message: 'the time for the run is over' }]);
    expect([budget.admits(GEO), budget.open, budget.stopped]).toEqual([false, false, true]);
    await expect((async () => budget.account(GEO).reserve(tokens(0), { signal }))()).rejects.toBeInstanceOf(BudgetSpentError);
    await budget.close();
  });

  test('that passes brings what was corrected into the notes, which a process that dies leaves behind', async () => {
    const { clock, pass } = manualClock();
    let noted = 0;
    const budget = createBudget({ limits: [{ of: { tokens: 1000 } }], note: async ([first]) => void (noted = first?.of.tokens ?? 0), clock });
    const account = budget.account(GEO);
    const { amount, settle } = await account.reserve(tokens(900), { signal });
    settle(amount);
    for (let time = 0; time < 3; time += 1) account.correct(tokens(300), tokens(10));
    expect(noted).toBeGreaterThanOrEqual(900);
    pass(1000);
    await Promise.resolve();
    expect(noted).toBeLessThanOrEqual(50);
    await budget.close();
    expect(noted).toBe(30);
  });

  test('of a suite begins with its first trial, and says nothing of one that had done everything by then', async () => {
    const { clock, pass } = manualClock();
    const budget = createBudget({ limits: [{ suite: GEO, of: { timeMs: 1000 } }], clock });
    budget.start();
    pass(5000);
    expect(budget.admits(GEO)).toBe(true);
    pass(5000);
    expect(budget.admits(GEO)).toBe(true);
    const over = budget.begin(GEO, () => undefined);
    pass(900);
    over();
    pass(5000);
    expect(budget.stopped).toBe(false);
    expect(budget.admits(GEO)).toBe(false);
    expect([budget.stopped, budget.open]).toEqual([true, true]);
    await budget.close();
  });

  test('of a suite that earlier parts of the run took lets none of its trials begin', async () => {
    const { clock } = manualClock();
    const budget = createBudget({ limits: [{ suite: GEO, of: { timeMs: 1000 } }], before: [{ suite: GEO, of: { costUsd: 0, tokens: 0, timeMs: 1000 } }], clock });
    budget.start();
    expect([budget.admits(GEO), budget.admits(MATH), budget.stopped, budget.open]).toEqual([false, true, true, true]);
    expect(budget.standings().find(({ suite }) => suite)).toMatchObject({ stoppedBy: 'timeMs', taken: { timeMs: 1000 } });
    await budget.close();
  });
});
