import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { settled } from '../../test/fake-clock.js';
import { createLimiter } from './create-limiter.js';
import type { EnterOptions, Limiter } from './limiter.js';

async function run<T>(limiter: Limiter, task: () => Promise<T>, options?: EnterOptions): Promise<T> {
  const place = await limiter.enter(options);
  return task().finally(() => place.leave({ kind: 'other' }));
}

describe('createLimiter', () => {
  test('lets the given number run at once, the others in order of arrival', async () => {
    const limiter = createLimiter(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((id) =>
      run(
        limiter,
        () =>
          new Promise<void>((resolve) => {
            started.push(id);
            finish[id] = resolve;
          }),
      ),
    );
    await settled();
    expect(started).toEqual([0, 1]);
    finish[1]?.();
    await settled();
    expect(started).toEqual([0, 1, 2]);
    finish[0]?.();
    await settled();
    expect(started).toEqual([0, 1, 2, 3]);
    finish[2]?.();
    finish[3]?.();
    await Promise.all(all);
  });

  test('a task that fails frees its place', async () => {
    const limiter = createLimiter(1);
    await expect(run(limiter, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run(limiter, async () => 'next')).toBe('next');
  });

  test('who gives up waiting leaves the queue and never runs', async () => {
    const limiter = createLimiter(1);
    let release = (): void => undefined;
    const first = run(limiter, () => new Promise<void>((resolve) => (release = resolve)));
    const controller = new AbortController();
    let ran = false;
    const second = run(limiter, async () => (ran = true), { signal: controller.signal });
    const third = run(limiter, async () => 'third');
    const outcome = failureOf(second);
    controller.abort(new Error('gave up'));
    expect(await outcome).toMatchObject({ message: 'gave up' });
    release();
    await first;
    expect(await third).toBe('third');
    expect(ran).toBe(false);
  });

  test.each([0, -1, 1.5, NaN])('%s places are refused', (places) => {
    expect(() => createLimiter(places)).toThrow('it is a whole number from 1');
  });
});
