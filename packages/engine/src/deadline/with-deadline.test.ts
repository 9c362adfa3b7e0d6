import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { FakeClock } from '../../test/fake-clock.js';
import { withDeadline, type Deadline } from './with-deadline.js';

const timeoutError = (): Error => new Error('too slow');

describe('withDeadline', () => {
  test('ends with what the task returns or throws, also when it throws at once', async () => {
    const { signal } = new AbortController();
    const options = { signal, timeoutMs: 10, clock: new FakeClock(), timeoutError };
    expect(await withDeadline(() => 'now', options)).toBe('now');
    expect(await withDeadline(async () => 'later', options)).toBe('later');
    const thrower = (): never => {
      throw new Error('at once');
    };
    await expect(withDeadline(thrower, options)).rejects.toThrow('at once');
    expect(options.clock.sleeping).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('a late result or failure after the time-out is ignored, and never an unhandled rejection', async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const task = async (): Promise<never> => {
      await clock.sleep(50);
      throw new Error('late');
    };
    const outcome = failureOf(withDeadline(task, { signal, timeoutMs: 10, clock, timeoutError }));
    await clock.advance(10);
    expect(await outcome).toMatchObject({ message: 'too slow' });
    await clock.advance(40);
  });

  test('a caller who gives up while the task begins ends it', async () => {
    const controller = new AbortController();
    const task = (): Promise<never> => {
      controller.abort(new Error('meanwhile'));
      return new Promise(() => undefined);
    };
    const options = { signal: controller.signal, timeoutMs: 10, clock: new FakeClock(), timeoutError };
    await expect(withDeadline(task, options)).rejects.toThrow('meanwhile');
    expect(options.clock.sleeping).toBe(0);
  });

  test('pauses may be nested; the time starts anew after the last', async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    let over = false;
    const result = withDeadline(
      async (deadline) => {
        deadline.pause();
        deadline.pause();
        await clock.sleep(500);
        deadline.resume();
        await clock.sleep(500);
        deadline.resume();
        await new Promise(() => undefined);
      },
      { signal, timeoutMs: 100, clock, timeoutError },
    );
    const outcome = failureOf(result).finally(() => (over = true));
    await clock.advance(500);
    await clock.advance(500);
    await clock.advance(99);
    expect(over).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ message: 'too slow' });
  });

  test('a signal that has aborted already does not start the task', async () => {
    let started = false;
    const task = (): void => {
      started = true;
    };
    const options = { signal: AbortSignal.abort(new Error('before')), clock: new FakeClock(), timeoutError };
    await expect(withDeadline(task, options)).rejects.toThrow('before');
    expect(started).toBe(false);
  });

  test('a signal serves one task at a time, never again when it has aborted, and not for ever', async () => {
    const clock = new FakeClock();
    const options = { signal: new AbortController().signal, timeoutMs: 10, clock, timeoutError };
    const seen: AbortSignal[] = [];
    const noted = async ({ signal }: Deadline): Promise<void> => void seen.push(signal);
    const [first, second] = [withDeadline(noted, options), withDeadline(noted, options)];
    expect(seen[0]).not.toBe(seen[1]);
    await Promise.all([first, second]);

    const slow = failureOf(withDeadline(async (own) => (await noted(own), new Promise(() => undefined)), options));
    await clock.advance(10);
    await slow;
    const aborted = seen.at(-1);
    expect(aborted?.aborted).toBe(true);
    const before = seen.filter((signal) => signal === aborted).length;
    for (let task = 0; task < 500; task += 1) await withDeadline(noted, options);
    expect(seen.filter((signal) => signal === aborted)).toHaveLength(before);
    expect(new Set(seen).size).toBeGreaterThanOrEqual(seen.length / 100);
  });

  test('who asks for the signal after the end is not ended with a later task', async () => {
    const clock = new FakeClock();
    const options = { signal: new AbortController().signal, timeoutMs: 10, clock, timeoutError };
    let early: Deadline | undefined;
    await withDeadline(async (deadline) => void ((early = deadline), deadline.signal), options);
    const later = failureOf(withDeadline(async ({ signal }) => (signal.throwIfAborted(), new Promise(() => undefined)), options));
    const asked = early?.signal;
    await clock.advance(10);
    await later;
    expect(asked?.aborted).toBe(false);
  });
});
