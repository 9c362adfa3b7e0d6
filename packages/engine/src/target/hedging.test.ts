import { ProviderError, type BudgetAccount, type Provider, type ProviderResponse, type ServedBy } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock } from '../../test/fake-clock.js';
import { provider, reply } from '../../test/samples.js';
import { createTraffic } from '../traffic/create-traffic.js';
import { guardProvider } from './guard-provider.js';
import type { GuardOptions } from './request-guard.js';

const SERVICE: ServedBy = { kind: 'service', account: 'a', hedged: true };

type Answer = 'fast' | 'hangs' | 'slow' | 'fails late' | ProviderError;

const busy = new ProviderError('busy', { kind: 'server', target: 'mock' });

/** A target whose requests are answered as the list says, the rest at once. It has answered enough to know how long it takes. */
async function setUp(answers: readonly Answer[], { servedBy = SERVICE, free, known = 20, concurrency = 50, workers, ...guard }: GuardOptions & { servedBy?: ServedBy | null; free?: boolean; known?: number; concurrency?: number; workers?: number } = {}) {
  const clock = new FakeClock();
  const seen: { readonly signal: AbortSignal; readonly attempt: number | undefined }[] = [];
  let left: Answer[] = [];
  const answer = async (signal: AbortSignal): Promise<ProviderResponse> => {
    const next = left.shift() ?? 'fast';
    if (next instanceof ProviderError) throw next;
    if (next === 'hangs') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (next === 'fails late') {
      await clock.sleep(18_000, signal);
      throw busy;
    }
    await clock.sleep(next === 'slow' ? 20_000 : 100, signal);
    return reply(next);
  };
  const target: Provider = {
    ...provider(({ signal, attempt }) => {
      seen.push({ signal, attempt });
      return answer(signal);
    }),
    servedBy: servedBy ?? undefined,
    ...(free === undefined ? {} : { free }),
  };
  const traffic = createTraffic({ concurrency, clock });
  const limiter = traffic.limiter({ target: 'mock', servedBy: servedBy ?? undefined, workers });
  const guarded = guardProvider(target, { limiter, clock, random: () => 0, timeoutMs: 120_000, ...guard });
  const ask = (account?: BudgetAccount): Promise<ProviderResponse> => guarded.generate({ messages: [{ role: 'user', content: 'hi' }], signal: new AbortController().signal, account });
  const first = Promise.all(Array.from({ length: known }, () => ask()));
  for (let waves = known; waves > 0; waves -= concurrency) await clock.advance(100);
  await first;
  seen.length = 0;
  left = [...answers];
  /** In small steps, as time passes. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1000) await clock.advance(1000);
  };
  return { ask, pass, seen, traffic };
}

describe('a request that gets stuck', () => {
  test('is sent once more after 15 s; the first reply counts, the other request is ended, and what it cost is said to be unknown', async () => {
    const { ask, pass, seen, traffic } = await setUp(['hangs']);
    const asked = ask();
    await pass(14_000);
    expect(seen).toHaveLength(1);
    await pass(3000);
    expect(await asked).toMatchObject({
      text: 'fast',
      costIncomplete: true,
      warnings: ['the request was sent a second time, since there was no reply within 15 s; what the other one cost is not known'],
    });
    expect(seen.map(({ attempt, signal }) => [attempt, signal.aborted])).toEqual([[1, true], [1, false]]);
    expect(traffic.totals()).toMatchObject([{ requests: 22, hedges: 1, retries: 0 }]);
  });

  test('that there is no room for in the budget is not sent a second time, and not counted as if it were', async () => {
    const { ask, pass, seen, traffic } = await setUp(['slow']);
    let reserved = 0;
    const account: BudgetAccount = {
      spent: false,
      reserve(amount, { signal }) {
        reserved += 1;
        if (reserved === 1) return { amount, settle: () => undefined };
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      correct: () => undefined,
    };
    const asked = ask(account);
    await pass(21_000);
    expect((await asked).text).toBe('slow');
    expect([reserved, seen.length]).toEqual([2, 1]);
    expect(traffic.totals()).toMatchObject([{ hedges: 0 }]);
  });

  test('is sent once more, too, where requests that are stuck hold all places', async () => {
    const { ask, pass, seen } = await setUp(['hangs', 'hangs'], { known: 40, concurrency: 2 });
    const asked = Promise.all([ask(), ask()]);
    await pass(14_000);
    expect(seen).toHaveLength(2);
    await pass(3000);
    expect((await asked).map(({ text }) => text)).toEqual(['fast', 'fast']);
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
  });

  test('the first one may still win', async () => {
    const { ask, pass, seen } = await setUp(['slow', 'hangs']);
    const asked = ask();
    await pass(21_000);
    expect((await asked).text).toBe('slow');
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  });

  test('where nobody is paid, nothing is said of costs', async () => {
    const { ask, pass } = await setUp(['hangs'], { free: true });
    const asked = ask();
    await pass(17_000);
    const { costIncomplete, warnings } = await asked;
    expect(costIncomplete).toBeUndefined();
    expect(warnings).toEqual(['the request was sent a second time, since there was no reply within 15 s']);
  });

  test('when both get stuck the try is over, and the next one follows', async () => {
    const { ask, pass, seen } = await setUp(['hangs', 'hangs']);
    const asked = ask();
    await pass(32_000);
    expect((await asked).text).toBe('fast');
    expect(seen.map(({ attempt, signal }) => [attempt, signal.aborted])).toEqual([[1, true], [1, true], [2, false]]);
  });

  test('when the second fails the try is over; when the first fails the second is waited for', async () => {
    const failing = await setUp(['hangs', busy]);
    const asked = failing.ask();
    await failing.pass(17_000);
    expect((await asked).text).toBe('fast');
    expect(failing.seen.map(({ attempt }) => attempt)).toEqual([1, 1, 2]);
  });

  test('the last try is left its whole time', async () => {
    const { ask, pass, seen } = await setUp(['hangs', 'hangs'], { maxRetries: 0 });
    const asked = failureOf(ask());
    await pass(100_000);
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    await pass(60_000);
    expect(await asked).toMatchObject({ kind: 'timeout', message: expect.stringContaining('gave no reply within 120 s') });
  });

  test('one of the two that failed holds no place while the other one is waited for', async () => {
    const lastTry = await setUp(['hangs', busy], { maxRetries: 0, concurrency: 1 });
    const given = failureOf(lastTry.ask());
    await lastTry.pass(16_000);
    const others = Promise.all([lastTry.ask(), lastTry.ask()]);
    await lastTry.pass(2000);
    expect((await others).map(({ text }) => text)).toEqual(['fast', 'fast']);
    await lastTry.pass(110_000);
    expect(await given).toMatchObject({ kind: 'timeout' });

    const firstFails = await setUp(['fails late', 'slow'], { workers: 2, concurrency: 2, maxRetries: 0 });
    const asked = firstFails.ask();
    await firstFails.pass(17_000);
    const other = firstFails.ask();
    await firstFails.pass(3000);
    expect((await other).text).toBe('fast');
    await firstFails.pass(20_000);
    expect((await asked).text).toBe('slow');
  });

  test('a reply that takes long each time comes in the end: a third try is left its whole time', async () => {
    const hanging: Answer[] = ['hangs', 'hangs', 'hangs', 'hangs', 'hangs', 'hangs'];
    const { ask, pass, seen } = await setUp(hanging, { maxRetries: 9, known: 50 });
    const asked = ask();
    await pass(31_000 + 31_000 + 100_000);
    expect(seen.slice(4).map(({ attempt, signal }) => [attempt, signal.aborted])).toEqual([[3, false], [3, false]]);
    await pass(60_000);
    expect((await asked).text).toBe('fast');
  });

  test.each<[string, Parameters<typeof setUp>[1]]>([
    ['programs', { servedBy: { kind: 'programs' } }],
    ['models in this process', { servedBy: { kind: 'process', atOnce: 1 } }],
    ['addresses of anything', { servedBy: { ...SERVICE, hedged: false } }],
    ['a target that nothing is known of', { servedBy: null }],
    ['a target of fewer than 20 replies', { known: 19 }],
  ])('%s: nothing is sent twice', async (_, options) => {
    const { ask, pass, seen } = await setUp(['hangs'], options);
    const asked = ask();
    await pass(110_000);
    expect(seen).toHaveLength(1);
    // The time-out ends the try, and the next one is answered.
    await pass(20_000);
    expect((await asked).text).toBe('fast');
  });

  test('at most a tenth of all requests are second ones', async () => {
    const { ask, pass, seen, traffic } = await setUp(Array.from<Answer>({ length: 30 }).fill('hangs'));
    void Promise.allSettled(Array.from({ length: 30 }, ask));
    await pass(16_000);
    const [{ requests = 0, hedges = 0 } = {}] = traffic.totals();
    expect(hedges).toBeGreaterThan(2);
    expect(hedges).toBeLessThanOrEqual(requests / 10);
    expect(seen).toHaveLength(30 + hedges);
    await pass(600_000);
  });
});

describe('a request that is refused while others are answered', () => {
  test('has not used up a try', async () => {
    const refused = new ProviderError('slow down', { kind: 'rate_limit', target: 'mock' });
    const { ask, pass } = await setUp([refused, 'fast', refused, 'fast', refused, 'fast'], { maxRetries: 1 });
    const asked = ask();
    for (let other = 0; other < 5; other += 1) {
      void ask();
      await pass(1000);
    }
    expect((await asked).text).toBe('fast');
  });
});
