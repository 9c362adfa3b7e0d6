import { setMaxListeners } from 'node:events';
import { ProviderError, type BudgetAmount, type GenerateRequest, type Provider, type Reservation } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock, settled } from '../../test/fake-clock.js';
import { provider, reply } from '../../test/samples.js';
import { createCircuitBreaker, type BreakNotice } from './circuit-breaker.js';
import { guardProvider } from './guard-provider.js';
import { createLimiter } from '../traffic/create-limiter.js';
import { createTraffic } from '../traffic/create-traffic.js';

const { signal } = new AbortController();
// Many requests at once end with it, as those of a run do.
setMaxListeners(0, signal);
const request: GenerateRequest = { messages: [{ role: 'user', content: 'hi' }], signal };

const down = (extra: Partial<ConstructorParameters<typeof ProviderError>[1]> = {}): ProviderError =>
  new ProviderError('target "mock" is down', { kind: 'server', target: 'mock', hint: 'check the endpoint', ...extra });

/** A target that answers as it is told next; fails when told an error. */
function scripted() {
  const state: { asked: number; next: ProviderError | 'ok' } = { asked: 0, next: down() };
  const target = provider(async () => {
    state.asked += 1;
    if (state.next !== 'ok') throw state.next;
    return reply('ok');
  });
  return { state, target };
}

async function fail(guarded: Provider, times: number): Promise<unknown> {
  let last: unknown;
  for (let time = 0; time < times; time += 1) last = await failureOf(guarded.generate(request));
  return last;
}

describe('a target that was given up by one who asks for days', () => {
  test('is asked once more by one request; those that come meanwhile wait for what it comes to', async () => {
    const clock = new FakeClock();
    const notices: BreakNotice[] = [];
    let asked = 0;
    const answers: ((error?: ProviderError) => void)[] = [];
    const answer = (error?: ProviderError): void => {
      for (const one of answers.splice(0)) one(error);
    };
    const target = provider(async () => {
      asked += 1;
      if (asked <= 10) throw down({ retryable: false });
      await new Promise<void>((resolve, reject) => void answers.push((error) => (error ? reject(error) : resolve())));
      return reply('ok');
    });
    const guarded = guardProvider(target, { maxRetries: 3, reopenAfterMs: 2_000, clock, random: () => 0, onBreak: (notice) => void notices.push(notice) });
    await fail(guarded, 10);
    expect(await fail(guarded, 3)).toMatchObject({ kind: 'unavailable' });
    expect([asked, notices.length]).toEqual([10, 1]);
    await clock.advance(2_000);
    const probes = [1, 2, 3].map(() => failureOf(guarded.generate(request)));
    await settled();
    expect(asked).toBe(11);
    answer(down());
    await settled();
    await clock.advance(1);
    // It is not tried again either: the next time is when the next request comes.
    for (const failed of await Promise.all(probes)) expect(failed).toMatchObject({ kind: 'unavailable' });
    expect(asked).toBe(11);
    await clock.advance(2_000);
    const replies = [1, 2, 3].map(() => guarded.generate(request));
    await settled();
    expect(asked).toBe(12);
    answer();
    await settled();
    expect(asked).toBe(14);
    answer();
    expect(await Promise.all(replies)).toHaveLength(3);
  });

  /** A target that was given up, and may be asked again. */
  async function givenUp() {
    const clock = new FakeClock();
    const { state, target } = scripted();
    state.next = down({ retryable: false });
    const guarded = guardProvider(target, { maxRetries: 0, reopenAfterMs: 2_000, clock });
    await fail(guarded, 10);
    await clock.advance(2_000);
    return { clock, state, guarded };
  }

  test('the one request may wait for room in a budget first, and does not wait for itself', async () => {
    const { clock, state, guarded } = await givenUp();
    state.next = 'ok';
    let pay: (() => void) | undefined;
    const reserve = ({ costUsd, tokens }: BudgetAmount): Promise<Reservation> =>
      new Promise((resolve) => (pay = () => resolve({ amount: { costUsd, tokens }, settle: () => undefined })));
    const reply = guarded.generate({ ...request, account: { spent: false, reserve, correct: () => undefined } });
    const other = guarded.generate(request);
    await settled();
    // Longer than an answer of a budget takes: it leaves its place meanwhile.
    await clock.advance(1_000);
    expect(state.asked).toBe(10);
    pay?.();
    expect(await Promise.all([reply, other])).toHaveLength(2);
    expect(state.asked).toBe(12);
  });

  test('who waits for it waits no longer than until nobody wants a reply any more', async () => {
    const { state, guarded } = await givenUp();
    const answered = new AbortController();
    const given = new AbortController();
    const probe = failureOf(guarded.generate({ ...request, account: { spent: false, reserve: () => new Promise(() => undefined), correct: () => undefined }, signal: answered.signal }));
    const waiting = failureOf(guarded.generate({ ...request, signal: given.signal }));
    await settled();
    given.abort();
    expect(await waiting).toMatchObject({ kind: 'aborted' });
    expect(state.asked).toBe(10);
    answered.abort();
    void probe;
  });

  test('a failure of a request from before does not end the waiting', async () => {
    const clock = new FakeClock();
    const ends: ((error?: ProviderError) => void)[] = [];
    const target = provider(async () => {
      await new Promise<void>((resolve, reject) => void ends.push((error) => (error ? reject(error) : resolve())));
      return reply('ok');
    });
    const guarded = guardProvider(target, { maxRetries: 0, breakAfter: 10, reopenAfterMs: 2_000, clock });
    const before = Array.from({ length: 11 }, () => failureOf(guarded.generate(request)));
    await settled();
    for (const end of ends.slice(0, 10)) end(down({ retryable: false }));
    await settled();
    await clock.advance(2_000);
    const replies = [1, 2].map(() => guarded.generate(request));
    await settled();
    expect(ends).toHaveLength(12);
    ends[10]?.(down({ retryable: false }));
    await settled();
    ends[11]?.();
    await settled();
    ends[12]?.();
    expect(await Promise.all(replies)).toHaveLength(2);
    await Promise.all(before);
  });
});

describe('a target that fails every time is given up', () => {
  test('after 10 failures in a row nothing more is sent, and every refusal says why and what to do', async () => {
    const { state, target } = scripted();
    const notices: BreakNotice[] = [];
    const guarded = guardProvider(target, { maxRetries: 0, onBreak: (notice) => notices.push(notice) });
    expect(await fail(guarded, 10)).toMatchObject({ kind: 'server' });
    expect(await fail(guarded, 40)).toMatchObject({
      kind: 'unavailable',
      retryable: false,
      target: 'mock',
      message: 'target "mock" was not asked: 10 requests in a row failed, the last one with: target "mock" is down',
      hint: expect.stringContaining('check the endpoint'),
    });
    expect(state.asked).toBe(10);
    expect(notices).toEqual([{ target: 'mock', failures: 10, error: state.next }]);
  });

  test('a failure counts once, after its retries', async () => {
    const { state, target } = scripted();
    const clock = new FakeClock();
    const guarded = guardProvider(target, { maxRetries: 1, breakAfter: 2, clock, random: () => 0 });
    const all = fail(guarded, 3);
    for (let step = 0; step < 5; step += 1) await clock.advance(1);
    expect(await all).toMatchObject({ kind: 'unavailable' });
    expect(state.asked).toBe(4);
  });

  test('a success starts the count anew', async () => {
    const { state, target } = scripted();
    const guarded = guardProvider(target, { maxRetries: 0, breakAfter: 3 });
    await fail(guarded, 2);
    const failure = state.next;
    state.next = 'ok';
    await guarded.generate(request);
    state.next = failure;
    expect(await fail(guarded, 3)).toMatchObject({ kind: 'server' });
    expect(await fail(guarded, 1)).toMatchObject({ kind: 'unavailable' });
  });

  test('an abort, a missing recording and a request that is refused for itself do not count', async () => {
    const { state, target } = scripted();
    const guarded = guardProvider(target, { maxRetries: 0, breakAfter: 2 });
    for (const next of [down({ kind: 'no_recording' }), down({ kind: 'bad_request', status: 400 }), down({ kind: 'bad_request', status: 413 })]) {
      state.next = next;
      expect(await fail(guarded, 3)).toBe(next);
    }
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    for (let time = 0; time < 3; time += 1) await failureOf(guarded.generate({ ...request, signal: controller.signal }));
    state.next = down({ kind: 'bad_request', status: 404 });
    expect(await fail(guarded, 2)).toBe(state.next);
    expect(await fail(guarded, 1)).toMatchObject({ kind: 'unavailable' });
  });

  test('requests under way finish, and one that succeeds opens the way again; it is said once', async () => {
    const waiting: ((failed: boolean) => void)[] = [];
    const target = provider(
      () =>
        new Promise((resolve, reject) => {
          waiting.push((failed) => (failed ? reject(down()) : resolve(reply('late'))));
        }),
    );
    let notices = 0;
    const guarded = guardProvider(target, { maxRetries: 0, breakAfter: 2, onBreak: () => (notices += 1) });
    const lost = [failureOf(guarded.generate(request)), failureOf(guarded.generate(request))];
    const late = guarded.generate(request);
    waiting[0]?.(true);
    waiting[1]?.(true);
    await Promise.all(lost);
    expect(await failureOf(guarded.generate(request))).toMatchObject({ kind: 'unavailable' });
    waiting[2]?.(false);
    expect((await late).text).toBe('late');
    const again = [failureOf(guarded.generate(request)), failureOf(guarded.generate(request))];
    expect(waiting).toHaveLength(5);
    waiting[3]?.(true);
    waiting[4]?.(true);
    await Promise.all(again);
    expect(await failureOf(guarded.generate(request))).toMatchObject({ kind: 'unavailable' });
    expect(notices).toBe(1);
  });

  test('what waits for a place is not sent any more either', async () => {
    const { state, target } = scripted();
    const guarded = guardProvider(target, { maxRetries: 0, breakAfter: 2, limiter: createLimiter(1) });
    const all = await Promise.all(Array.from({ length: 6 }, () => failureOf(guarded.generate(request))));
    await settled();
    expect(state.asked).toBe(2);
    expect(all.slice(2).every((error) => error instanceof ProviderError && error.kind === 'unavailable')).toBe(true);
  });

  test('one that lets two rounds of requests wait in vain to the end of their time is given up, before the retries of all', async () => {
    const clock = new FakeClock();
    const notices: BreakNotice[] = [];
    let asked = 0;
    const silent = provider(() => {
      asked += 1;
      return new Promise(() => undefined);
    });
    const guarded = guardProvider(silent, { limiter: createLimiter(12, { clock }), clock, random: () => 0, timeoutMs: 70_000, onBreak: (notice) => notices.push(notice) });
    const all = Promise.all(Array.from({ length: 12 }, () => failureOf(guarded.generate(request))));
    for (let second = 0; second < 139; second += 1) await clock.advance(1000);
    expect(notices).toHaveLength(0);
    for (let second = 0; second < 80; second += 1) await clock.advance(1000);
    expect(notices).toMatchObject([{ failures: 24 }]);
    for (let second = 0; second < 80; second += 1) await clock.advance(1000);
    expect((await all).every((error) => error instanceof ProviderError)).toBe(true);
    expect(asked).toBeLessThanOrEqual(36);
  });

  test('one that refuses everybody, and always asks for a minute more, is given up after six', async () => {
    const clock = new FakeClock();
    const notices: BreakNotice[] = [];
    const refusing = provider(() => Promise.reject(down({ kind: 'rate_limit', status: 429, retryAfterMs: 60_000 })));
    const limiter = createTraffic({ concurrency: 'auto', clock }).limiter({ target: 'mock', servedBy: { kind: 'service', account: 'a', hedged: true } });
    const guarded = guardProvider(refusing, { limiter, clock, random: () => 0, onBreak: (notice) => notices.push(notice) });
    const all = Promise.all(Array.from({ length: 30 }, () => failureOf(guarded.generate({ ...request, signal: new AbortController().signal }))));
    for (let minute = 0; minute < 5; minute += 1) await clock.advance(60_000);
    expect(notices).toHaveLength(0);
    for (let minute = 0; minute < 6; minute += 1) await clock.advance(60_000);
    expect(notices).toHaveLength(1);
    expect((await all).some((error) => error instanceof ProviderError && error.kind === 'unavailable')).toBe(true);
  });

  test('one that stops to answer is given up after two rounds of time-outs too, though fewer and fewer are sent at once', async () => {
    const clock = new FakeClock();
    const notices: BreakNotice[] = [];
    let asked = 0;
    const stopping = provider(() => {
      asked += 1;
      return asked <= 30 ? Promise.resolve(reply('ok')) : new Promise<never>(() => undefined);
    });
    const limiter = createTraffic({ concurrency: 'auto', clock }).limiter({ target: 'mock', servedBy: { kind: 'service', account: 'a', hedged: false } });
    const guarded = guardProvider(stopping, { limiter, clock, random: () => 0, timeoutMs: 70_000, onBreak: (notice) => notices.push(notice) });
    const all = Promise.allSettled(Array.from({ length: 100 }, () => guarded.generate({ ...request, signal: new AbortController().signal })));
    for (let second = 0; second < 200 && notices.length === 0; second += 10) await clock.advance(10_000);
    expect(notices).toHaveLength(1);
    expect(limiter.limit).toBeLessThan(10);
    for (let minute = 0; minute < 3; minute += 1) await clock.advance(60_000);
    const failures = (await all).flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(failures).toHaveLength(70);
    expect(failures.filter((failure) => failure instanceof ProviderError && failure.kind === 'unavailable').length).toBeGreaterThan(10);
  });

  test('one that answered a while ago is not given up for ten refusals at once', () => {
    let now = 0;
    const breaker = createCircuitBreaker({ target: 'mock', breakAfter: () => 20, now: () => now });
    breaker.succeeded();
    now = 3_600_000;
    for (let refusal = 0; refusal < 12; refusal += 1) breaker.tryFailed(down({ kind: 'rate_limit', status: 429 }), {});
    expect(() => breaker.check({})).not.toThrow();
  });

  test('as many as are sent at once may fail before it is given up', async () => {
    const { state, target } = scripted();
    const guarded = guardProvider(target, { maxRetries: 0, limiter: createLimiter(25) });
    expect(await fail(guarded, 25)).toMatchObject({ kind: 'server' });
    expect(await fail(guarded, 1)).toMatchObject({ kind: 'unavailable' });
    expect(state.asked).toBe(25);
  });

  test.each([0, 1.5, NaN])('breakAfter %d is refused', (breakAfter) => {
    expect(() => guardProvider(scripted().target, { breakAfter })).toThrow('it is a whole number from 1');
  });
});
