import { expect, test } from 'vitest';
import { expectNear } from '../../test/reference.js';
import { passAtK, passHatK } from './pass-at-k.js';

/** The share of all ways to draw k of n replies, gone through one by one, in which some or all pass. */
function byCounting(n: number, passed: number, k: number): { some: number; all: number } {
  let [ways, some, all] = [0, 0, 0];
  for (let chosen = 0; chosen < 2 ** n; chosen += 1) {
    const drawn = Array.from({ length: n }, (_, index) => index).filter((index) => (chosen >> index) % 2 === 1);
    if (drawn.length !== k) continue;
    ways += 1;
    if (drawn.some((index) => index < passed)) some += 1;
    if (drawn.every((index) => index < passed)) all += 1;
  }
  return { some: some / ways, all: all / ways };
}

test('pass@k and pass^k are the shares of all ways to draw', () => {
  for (let n = 1; n <= 7; n += 1) {
    for (let passed = 0; passed <= n; passed += 1) {
      for (let k = 1; k <= n; k += 1) {
        const { some, all } = byCounting(n, passed, k);
        expectNear(passAtK(n, passed, k), some, `pass@${k} of ${passed}/${n}`);
        expectNear(passHatK(n, passed, k), all, `pass^${k} of ${passed}/${n}`);
      }
    }
  }
  expect(passAtK(7, 0, 7)).toBe(0);
});

test('large numbers do not overflow', () => {
  expectNear(passAtK(10_000, 1, 5000), 0.5, 'pass@5000');
  expectNear(passHatK(10_000, 9999, 5000), 0.5, 'pass^5000');
});

test.each([
  [() => passAtK(3, 1, 4), 'k is 4; allowed: a number from 1 to 3'],
  [() => passHatK(3, 4, 1), 'passed is 4; allowed: a number from 0 to 3'],
  [() => passHatK(0, 0, 1), 'n is 0; allowed: a whole number of at least 1'],
])('%s says what is allowed', (call, message) => {
  expect(call).toThrow(new RangeError(message));
});
