import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Values that the scripts in `reference/` have written. */
export function readReference<T>(name: string): T {
  const revive = (_key: string, value: unknown): unknown =>
    value === 'Infinity' || value === '-Infinity' ? Number(value) : value;
  return JSON.parse(readFileSync(new URL(`reference/${name}.json`, import.meta.url), 'utf8'), revive) as T;
}

/** Fails unless `actual` is within 1e-10 of `expected`, relative to it where it is not 0. */
export function expectNear(actual: number, expected: number, what: string, tolerance = 1e-10): void {
  if (actual === expected) return;
  const error = Math.abs(actual - expected) / (expected === 0 ? 1 : Math.abs(expected));
  expect(error, `${what}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(tolerance);
}
