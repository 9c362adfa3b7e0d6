import { getEventListeners } from 'node:events';
import { ConfigError, ProviderError, type GenerateRequest, type ProviderResponse } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock, settled } from '../../test/fake-clock.js';
import { provider, reply } from '../../test/samples.js';
import { createLimiter } from '../traffic/create-limiter.js';
import { guardProvider } from './guard-provider.js';

function request(signal = new AbortController().signal): GenerateRequest {
  return { messages: [{ role: 'user', content: 'hi' }], signal };
}

describe('guardProvider', () => {
  test('a provider that ignores its signal cannot hang a trial: the time-out of a try holds', async () => {
    const clock = new FakeClock();
    const guarded = guardProvider(provider(() => new Promise(() => undefined)), { timeoutMs: 2500, maxRetries: 0, clock });
    const outcome = failureOf(guarded.generate(request()));
    await settled();
    await clock.advance(2500);
    expect(await outcome).toMatchObject({
      kind: 'timeout',
      message: 'target "mock" gave no reply within 2.5 s',
      hint: 'raise timeout_seconds of the target if it needs longer',
    });
    expect(clock.sleeping).toBe(0);
  });

  test.each([
    ['a time-out', () => new Promise<never>(() => undefined), {}, true],
    ['a reply that cannot be read', () => Promise.reject(new ProviderError('half of it', { kind: 'bad_reply', target: 'mock', status: undefined, retryable: true })), {}, true],
    ['a connection that broke', () => Promise.reject(new ProviderError('broken', { kind: 'network', target: 'mock', cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })), {}, true],
    ['a refusal', () => Promise.reject(new ProviderError('busy', { kind: 'rate_limit', target: 'mock', status: 429 })), {}, undefined],
    ['a server that is not there', () => Promise.reject(new ProviderError('gone', { kind: 'network', target: 'mock', cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })), {}, undefined],
    ['a time-out of a target that costs nothing', () => new Promise<never>(() => undefined), { free: true }, undefined],
  ])('after %s, which may have been paid for or not, the cost of the next try is all that is known', async (_, first, more, expected) => {
    const clock = new FakeClock();
    let tries = 0;
    const guarded = guardProvider({ ...provider(async () => ((tries += 1) === 1 ? first() : { ...reply('here'), costUsd: 0.5 })), ...more }, { timeoutMs: 1000, maxRetries: 1, clock, random: () => 0.5 });
    const outcome = guarded.generate(request());
    for (let second = 0; second < 10; second += 1) {
      await settled();
      await clock.advance(1000);
    }
    expect(await outcome).toMatchObject({ text: 'here', costUsd: 0.5, attempts: { sent: 2 } });
    expect((await outcome).costIncomplete).toBe(expected);
  });

  test('a provider that never says what its answers depend on is asked for that once', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const silent = { ...provider(async () => reply('x')), identity: () => new Promise<never>(() => void (asked += 1)) };
    const guarded = guardProvider(silent, { timeoutMs: 2500, clock });
    const outcome = failureOf(guarded.identity?.(request()) as Promise<unknown>);
    await clock.advance(2500);
    const late = { kind: 'timeout', message: 'target "mock" did not say within 2.5 s what its answers depend on', hint: 'see identity() of provider mock' };
    expect(await outcome).toMatchObject(late);
    await expect(guarded.identity?.(request())).rejects.toMatchObject(late);
    expect([asked, clock.sleeping]).toEqual([1, 0]);
  });

  test.each(['prepare', 'warmUp'] as const)('a provider whose %s() never ends cannot be used', async (method) => {
    const clock = new FakeClock();
    const guarded = guardProvider({ ...provider(async () => reply('x')), [method]: () => new Promise(() => undefined) }, { timeoutMs: 2500, clock });
    const outcome = failureOf(guarded[method]?.() as Promise<unknown>);
    await clock.advance(300_000);
    expect(await outcome).toMatchObject({ name: 'ConfigError', message: 'target "mock" did not get ready within 300 s', hint: `see ${method}() of provider mock` });
  });

  test('a provider sees the time-out as an abort of its signal', async () => {
    const clock = new FakeClock();
    let seen: AbortSignal | undefined;
    const guarded = guardProvider(
      provider(({ signal }) => {
        seen = signal;
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
      { timeoutMs: 10, maxRetries: 0, clock },
    );
    const outcome = failureOf(guarded.generate(request()));
    await clock.advance(10);
    expect(await outcome).toMatchObject({ kind: 'timeout' });
    expect(seen?.aborted).toBe(true);
  });

  test('every try has its own time-out, and each request says which try it is', async () => {
    const clock = new FakeClock();
    const attempts: (number | undefined)[] = [];
    const guarded = guardProvider(
      provider(({ attempt }) => {
        attempts.push(attempt);
        return attempt === 3 ? Promise.resolve(reply('at last')) : new Promise<ProviderResponse>(() => undefined);
      }),
      { timeoutMs: 1000, clock, random: () => 0 },
    );
    const result = guarded.generate(request());
    for (let step = 0; step < 4; step += 1) await clock.advance(1000);
    expect((await result).text).toBe('at last');
    expect(attempts).toEqual([1, 2, 3]);
  });

  test('the latency is that of the try that succeeded', async () => {
    const clock = new FakeClock();
    const guarded = guardProvider(
      provider(async ({ attempt }) => {
        await clock.sleep(attempt === 1 ? 4000 : 70);
        if (attempt === 1) throw new ProviderError('busy', { kind: 'server', target: 'mock' });
        const { latencyMs: _, ...unmeasured } = reply('ok');
        return unmeasured as ProviderResponse;
      }),
      { clock, random: () => 0 },
    );
    const result = guarded.generate(request());
    await clock.advance(4000);
    await clock.advance(0);
    await clock.advance(70);
    expect((await result).latencyMs).toBe(70);
  });

  test('a clock that somebody sets back or forward changes no latency', async () => {
    const clock = new FakeClock();
    const guarded = guardProvider(
      provider(async () => {
        await clock.sleep(70);
        const { latencyMs: _, ...unmeasured } = reply('ok');
        return unmeasured as ProviderResponse;
      }),
      { clock },
    );
    for (const set of [-3_600_000, 3_600_000]) {
      const result = guarded.generate(request());
      clock.set(set);
      await clock.advance(70);
      expect((await result).latencyMs).toBe(70);
    }
  });

  test('a latency that the adapter says is not known is not measured instead', async () => {
    const guarded = guardProvider(provider(async () => reply('ok', { latencyMs: NaN })));
    expect((await guarded.generate(request())).latencyMs).toBeNaN();
  });

  test.each([
    ['an error that no provider should throw', new TypeError('x is undefined'), 'target "mock" failed unexpectedly: x is undefined'],
    ['a value that is no error', 'text', 'target "mock" failed unexpectedly: text'],
    ['an error of another kind', new ConfigError('no key', { hint: 'set KEY' }), 'target "mock" failed unexpectedly: no key'],
  ])('%s becomes a ProviderError that is not tried again', async (_, thrown, message) => {
    let tries = 0;
    const guarded = guardProvider(
      provider(() => {
        tries += 1;
        throw thrown;
      }),
    );
    await expect(guarded.generate(request())).rejects.toMatchObject({ kind: 'bad_reply', retryable: false, message, cause: thrown });
    expect(tries).toBe(1);
  });

  test.each([[undefined], [null], [{}], [{ text: 5 }]])('the reply %j has no text and is no reply', async (value) => {
    const guarded = guardProvider(provider(async () => value as unknown as ProviderResponse));
    await expect(guarded.generate(request())).rejects.toMatchObject({
      kind: 'bad_reply',
      message: 'target "mock" gave a reply without a text',
    });
  });

  test('figures that are no figures count as unknown', async () => {
    const odd = { text: 'x', latencyMs: 3, costUsd: NaN, confidence: 7, usage: { inputTokens: NaN, outputTokens: 1 } };
    const guarded = guardProvider(provider(async () => odd as unknown as ProviderResponse));
    expect(await guarded.generate(request())).toEqual({
      text: 'x',
      messages: [{ role: 'assistant', content: 'x' }],
      toolCalls: [],
      latencyMs: 3,
      warnings: [
        'a use of input tokens of NaN cannot be, and counts as not known',
        'a cost in US dollars of NaN cannot be, and counts as not known',
      ],
    });
  });

  test("the caller's abort ends a request that ignores it, as kind aborted, without another try", async () => {
    const controller = new AbortController();
    let tries = 0;
    const guarded = guardProvider(
      provider(() => {
        tries += 1;
        return new Promise(() => undefined);
      }),
    );
    const outcome = failureOf(guarded.generate(request(controller.signal)));
    await settled();
    controller.abort();
    expect(await outcome).toMatchObject({ kind: 'aborted' });
    expect(tries).toBe(1);
  });

  test('trials and judges that share a limiter stay within its places together', async () => {
    const limiter = createLimiter(2);
    let running = 0;
    let most = 0;
    const slow = provider(async () => {
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
      return reply('ok');
    });
    const asTarget = guardProvider(slow, { limiter });
    const asJudge = guardProvider(slow, { limiter, maxRetries: 1 });
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? asTarget : asJudge).generate(request())));
    expect(most).toBe(2);
  });

  test('waiting for a place does not use up the time-out', async () => {
    const clock = new FakeClock();
    const limiter = createLimiter(1);
    const guarded = guardProvider(
      provider(async () => {
        await clock.sleep(80);
        return reply('ok');
      }),
      { limiter, timeoutMs: 100, maxRetries: 0, clock },
    );
    const both = Promise.all([guarded.generate(request()), guarded.generate(request())]);
    for (let step = 0; step < 16; step += 1) await clock.advance(10);
    expect((await both).map(({ text }) => text)).toEqual(['ok', 'ok']);
  });

  test("no listener stays on the caller's signal, whatever the outcome", async () => {
    const { signal } = new AbortController();
    const limiter = createLimiter(1);
    const guarded = guardProvider(
      provider(async ({ attempt }) => {
        if (attempt === 1) throw new ProviderError('busy', { kind: 'server', target: 'mock' });
        return reply('ok');
      }),
      { limiter, timeoutMs: 60_000, random: () => 0 },
    );
    const failing = guardProvider(provider(() => Promise.reject(new Error('no'))), { limiter });
    await Promise.allSettled([1, 2, 3, 4].map((id) => (id % 2 ? guarded : failing).generate(request(signal))));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('what the adapter says about itself stays, and close reaches it', async () => {
    let closed = false;
    const guarded = guardProvider({
      ...provider(async () => reply('ok')),
      model: 'm-1',
      structuredOutput: true,
      free: true,
      close: async () => {
        closed = true;
      },
    });
    expect(guarded).toMatchObject({ name: 'mock', provider: 'mock', model: 'm-1', structuredOutput: true, free: true });
    await guarded.close?.();
    expect(closed).toBe(true);
  });
});
