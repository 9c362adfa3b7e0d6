import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.js';
import { inTime } from './in-time.js';

/** A promise that is settled from outside. */
function pending<T>() {
  let settle: { readonly resolve: (value: T) => void; readonly reject: (error: Error) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, resolve: (value: T) => settle?.resolve(value), reject: (error: Error) => settle?.reject(error) };
}

test('what comes in time is handed on, and no timer is left', async () => {
  const clock = new FakeClock();
  const coming = pending<{ paid: number }>();
  const found = inTime(coming.promise, 50, clock);
  await clock.advance(49);
  coming.resolve({ paid: 1 });
  expect(await found).toEqual({ paid: 1 });
  expect(clock.sleeping).toBe(0);
});

test('what is late is nothing, and goes on coming', async () => {
  const clock = new FakeClock();
  const coming = pending<{ paid: number }>();
  const found = inTime(coming.promise, 50, clock);
  await clock.advance(50);
  expect(await found).toBeUndefined();
  coming.resolve({ paid: 1 });
  expect(await coming.promise).toEqual({ paid: 1 });
});

test('what fails in time rejects, and no timer is left; what fails later is for whoever waits for it', async () => {
  const clock = new FakeClock();
  await expect(inTime(Promise.reject(new TypeError('down')), 50, clock)).rejects.toThrow('down');
  expect(clock.sleeping).toBe(0);
  const coming = pending<object>();
  const found = inTime(coming.promise, 50, clock);
  await clock.advance(50);
  expect(await found).toBeUndefined();
  coming.reject(new TypeError('late'));
  await expect(coming.promise).rejects.toThrow('late');
});
