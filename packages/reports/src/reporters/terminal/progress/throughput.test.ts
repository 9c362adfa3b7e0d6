import { expect, test } from 'vitest';
import { createThroughput } from './throughput.js';

test('no guess is made before there is anything to go by', () => {
  const throughput = createThroughput(0);
  throughput.update(1000, 1);
  expect([throughput.rate(), throughput.remainingMs(10)]).toEqual([undefined, undefined]);
});

test('steady work gives its speed', () => {
  const throughput = createThroughput(0);
  for (let second = 1; second <= 10; second++) throughput.update(second * 1000, second * 4);
  expect(throughput.rate()).toBeCloseTo(4, 10);
  expect(throughput.remainingMs(40)).toBeCloseTo(10_000, 6);
});

test('a burst of cached replies is forgotten', () => {
  const throughput = createThroughput(0);
  throughput.update(1000, 1000);
  for (let second = 2; second <= 180; second++) throughput.update(second * 1000, 1000 + second);
  expect(throughput.rate()).toBeLessThan(1.05);
});

test('a standstill makes the rest longer', () => {
  const throughput = createThroughput(0);
  for (let second = 1; second <= 10; second++) throughput.update(second * 1000, second * 4);
  const before = throughput.remainingMs(40) ?? 0;
  for (let second = 11; second <= 20; second++) throughput.update(second * 1000, 40);
  expect(throughput.remainingMs(40)).toBeGreaterThan(before * 1.5);
});

test('of work that has stood still for a minute no guess is made, until it moves again', () => {
  const throughput = createThroughput(0);
  for (let second = 1; second <= 10; second++) throughput.update(second * 1000, second * 4);
  for (let second = 11; second <= 69; second++) throughput.update(second * 1000, 40);
  expect(throughput.remainingMs(40)).toBeDefined();
  throughput.update(70_000, 40);
  expect([throughput.rate(), throughput.remainingMs(40)]).toEqual([undefined, undefined]);
  throughput.update(71_000, 44);
  expect(throughput.remainingMs(40)).toBeDefined();
});
