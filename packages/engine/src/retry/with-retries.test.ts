import { ProviderError, type ProviderErrorKind } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock, settled } from '../../test/fake-clock.js';
import { withRetries } from './with-retries.js';

function failure(kind: ProviderErrorKind, extra: { retryAfterMs?: number } = {}): ProviderError {
  return new ProviderError(`it says ${kind}`, { kind, target: 'gpt', ...extra });
}

const never = new AbortController().signal;

describe('withRetries', () => {
  test('tries again after failures that may pass, waiting in between', async () => {
    const clock = new FakeClock();
    const attempts: number[] = [];
    const result = withRetries(
      async (attempt) => {
        attempts.push(attempt);
        if (attempt < 3) throw failure('server');
        return 'done';
      },
      { signal: never, clock, random: () => 0.5 },
    );
    await settled();
    await clock.advance(250);
    await clock.advance(500);
    expect(await result).toBe('done');
    expect(attempts).toEqual([1, 2, 3]);
    expect(clock.slept).toEqual([250, 500]);
  });

  test.each(['auth', 'bad_request', 'bad_reply', 'process', 'no_recording', 'aborted'] as const)(
    '%s fails at once: trying again would not help',
    async (kind) => {
      let tries = 0;
      const operation = async (): Promise<never> => {
        tries += 1;
        throw failure(kind);
      };
      await expect(withRetries(operation, { signal: never })).rejects.toThrow(`it says ${kind}`);
      expect(tries).toBe(1);
    },
  );

  test('three tries follow the first by default, and the error says how many there were', async () => {
    const clock = new FakeClock();
    let tries = 0;
    const result = withRetries(
      async () => {
        tries += 1;
        throw failure('rate_limit');
      },
      { signal: never, clock, random: () => 0 },
    );
    const outcome = failureOf(result);
    for (let step = 0; step < 4; step += 1) await clock.advance(1);
    expect(await outcome).toMatchObject({
      message: 'it says rate_limit (tried 4 times)',
      kind: 'rate_limit',
      target: 'gpt',
    });
    expect(tries).toBe(4);
  });

  test('maxRetries 0 means one try, with the error as it was', async () => {
    const error = failure('network');
    await expect(withRetries(() => Promise.reject(error), { signal: never, maxRetries: 0 })).rejects.toBe(error);
  });

  test('a Retry-After of 0 is no reason to use up all tries in a moment', async () => {
    const clock = new FakeClock();
    const result = withRetries(() => Promise.reject(failure('rate_limit', { retryAfterMs: 0 })), { signal: never, clock, random: () => 0.5 });
    const outcome = failureOf(result);
    await settled();
    for (const ms of [250, 500, 1000]) await clock.advance(ms);
    expect(await outcome).toMatchObject({ message: 'it says rate_limit (tried 4 times)' });
    expect(clock.slept).toEqual([250, 500, 1000]);
  });

  test('a Retry-After beyond 5 minutes is not waited for, and the error says so', async () => {
    const operation = (): Promise<never> => Promise.reject(failure('rate_limit', { retryAfterMs: 3_600_000 }));
    await expect(withRetries(operation, { signal: never })).rejects.toThrow(
      'it says rate_limit (not tried again: the server asks to wait 3600 s, more than the 300 s that are allowed)',
    );
  });

  test('an abort ends the wait at once and leaves nothing waiting', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const result = withRetries(() => Promise.reject(failure('server')), {
      signal: controller.signal,
      clock,
      random: () => 1,
    });
    const outcome = failureOf(result);
    await settled();
    expect(clock.sleeping).toBe(1);
    controller.abort(new Error('stop'));
    expect(await outcome).toMatchObject({ message: 'stop' });
    expect(clock.sleeping).toBe(0);
  });

  test('a try that fails while the run is being stopped is the last one, and no other is waited for', async () => {
    const stop = new AbortController();
    const error = failure('server');
    const operation = async (): Promise<never> => {
      stop.abort(new Error('stopped'));
      throw error;
    };
    const clock = new FakeClock();
    expect(await failureOf(withRetries(operation, { signal: stop.signal, clock }))).toBe(error);
    expect(clock.slept).toEqual([]);
  });

  test('an error that was given up says of itself what it said before', async () => {
    const options = { kind: 'bad_reply', target: 'gpt', retryable: true, status: 502, hint: 'look at the proxy' } as const;
    const error = new ProviderError('no JSON', options);
    const operation = (): Promise<never> => Promise.reject(error);
    const clock = new FakeClock();
    const given = failureOf(withRetries(operation, { signal: never, clock, random: () => 0, maxRetries: 1 }));
    await settled();
    await clock.advance(1);
    expect(await given).toMatchObject({ ...options, message: 'no JSON (tried 2 times)', cause: error });
  });

  test('an error that is not of the provider is not tried again', async () => {
    let tries = 0;
    const operation = async (): Promise<never> => {
      tries += 1;
      throw new TypeError('a bug');
    };
    await expect(withRetries(operation, { signal: never })).rejects.toThrow('a bug');
    expect(tries).toBe(1);
  });
});
