import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { systemClock } from './clock.js';

describe('systemClock', () => {
  test('a sleep ends by itself and leaves no listener', async () => {
    const { signal } = new AbortController();
    await systemClock.sleep(1, signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('an abort ends a sleep with its reason, also one that had happened before', async () => {
    const controller = new AbortController();
    const outcome = failureOf(systemClock.sleep(3_600_000, controller.signal));
    controller.abort(new Error('stop'));
    expect(await outcome).toMatchObject({ message: 'stop' });
    await expect(systemClock.sleep(3_600_000, controller.signal)).rejects.toThrow('stop');
  });

  test('the time of day follows a clock that is set ahead, and does not go back with one that is set back', () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const before = systemClock.now();
    const real = Date.now();
    const time = vi.spyOn(Date, 'now').mockReturnValue(real - 3_600_000);
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
    time.mockReturnValue(real + 3_600_000);
    expect(systemClock.now()).toBeGreaterThanOrEqual(real + 3_600_000 - 1);
  });

  test('a timer calls back once, and never after it was cancelled', async () => {
    const calls: string[] = [];
    systemClock.timer(1, () => calls.push('kept'));
    const cancel = systemClock.timer(1, () => calls.push('cancelled'));
    cancel();
    await systemClock.sleep(10);
    cancel();
    expect(calls).toEqual(['kept']);
  });

  test('a sleep longer than the timers of the platform does not end at once', async () => {
    const controller = new AbortController();
    const long = systemClock.sleep(2 ** 40, controller.signal).then(
      () => 'over',
      () => 'aborted',
    );
    await systemClock.sleep(5);
    controller.abort();
    expect(await long).toBe('aborted');
  });
});
