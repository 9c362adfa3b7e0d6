import { expect, test } from 'vitest';
import { Rate } from '../pace/rate.js';
import { BundleSize } from './bundle-size.js';

test('without knowing how fast trials are, a few of many travel together, and of few each alone', () => {
  const size = new BundleSize();
  expect([size.of(1000, 4), size.of(320, 4), size.of(64, 4), size.of(31, 4), size.of(1, 0), size.of(40, 0)]).toEqual([20, 10, 2, 1, 1, 5]);
});

test('of the first ones, which others follow, each worker gets its share', () => {
  const size = new BundleSize();
  expect([size.worthSharing(4), size.worthSharing(0)]).toEqual([32, 8]);
  expect([size.of(36, 4, 36), size.of(35, 4, 35), size.of(3, 4, 3), size.of(36, 0, 36), size.of(500, 4, 8)]).toEqual([9, 9, 1, 20, 15]);
});

test('fast trials travel together, slow ones alone', () => {
  let now = 0;
  const size = new BundleSize(new Rate(() => now));
  const pass = (perSecond: number): void => {
    for (let step = 0; step < 20; step += 1) {
      size.done(perSecond / 10);
      now += 100;
    }
  };
  pass(500);
  expect([size.of(1, 4), size.of(1, 100)]).toEqual([32, 2]);
  pass(2);
  expect([size.of(1000, 4), size.of(1000, 4, 400), size.worthSharing(4)]).toEqual([1, 1, 0]);
});

test('the first trials are done together: the time that they took counts, and how many come with the first of them', () => {
  let now = 0;
  const size = new BundleSize(new Rate(() => now));
  size.begun();
  now = 600;
  size.done(3);
  expect([size.of(1000, 4), size.worthSharing(4)]).toEqual([20, 32]);
  size.begun();
  now = 1_000;
  size.done(150);
  now = 1_100;
  size.done(67);
  // 220 in 1.1 seconds: as many as 4 workers do in half a second are 25.
  expect([size.of(1, 4), size.of(1, 8), size.worthSharing(4)]).toEqual([22, 12, 0]);
  now = 11_100;
  size.done(40);
  expect(size.of(1000, 4)).toBe(1);
});

test('who holds too many makes them smaller, and they grow again with what is done', () => {
  const size = new BundleSize();
  for (let time = 0; time < 3; time += 1) size.returned();
  expect(size.of(1000, 1)).toBe(2);
  for (let time = 0; time < 3; time += 1) size.returned();
  expect(size.of(1000, 1)).toBe(1);
  for (let time = 0; time < 100; time += 1) size.done(25);
  expect(size.of(1000, 1)).toBe(32);
});
