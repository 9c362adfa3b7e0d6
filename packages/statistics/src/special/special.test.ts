import { describe, expect, test } from 'vitest';
import { expectNear, readReference } from '../../test/reference.js';
import { chiSquareCdf, chiSquareQuantile } from './chi-square.js';
import { betaTails, incompleteBeta } from './incomplete-beta.js';
import { gammaTails, incompleteGamma } from './incomplete-gamma.js';
import { betaQuantile } from './inverse-beta.js';
import { gammaQuantile } from './inverse-gamma.js';
import { logGamma } from './log-gamma.js';
import { normalQuantile } from './normal-quantile.js';
import { normalCdf } from './normal.js';
import { studentCdf, studentQuantile } from './student.js';

type Rows = readonly number[][];
const reference = readReference<Record<string, Rows>>('distributions');
const rowsOf = (name: string): Rows => {
  const rows = reference[name] ?? [];
  expect(rows.length).toBeGreaterThan(10);
  return rows;
};

test('ln Γ', () => {
  for (const [x = 0, value = 0] of rowsOf('logGamma')) expectNear(logGamma(x), value, `logGamma(${x})`, x >= 0.9 && x < 2 ? 1e-13 : 1e-14);
});

describe('incomplete beta', () => {
  test('both tails', () => {
    for (const [a = 0, b = 0, x = 0, p = 0, upper = 0] of rowsOf('beta')) {
      expectNear(incompleteBeta(x, a, b), p, `I_${x}(${a}, ${b})`);
      expectNear(betaTails(a, b, x, 1 - x).upper, upper, `1 − I_${x}(${a}, ${b})`);
    }
  });

  test('the inverse leads back to the probability', () => {
    for (const [a = 0, b = 0, x = 0, p = 0, upper = 0] of rowsOf('beta')) {
      // Where the tail that is given has lost its digits, so has the place.
      if (upper < 1e-5) continue;
      const found = betaQuantile(a, b, p, 1 - p).x;
      expectNear(incompleteBeta(found, a, b), p, `p of the quantile ${p} of Beta(${a}, ${b})`);
      if (Math.min(a, b) >= 0.1) expectNear(found, x, `quantile ${p} of Beta(${a}, ${b})`);
    }
  });

  test('the ends', () => {
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3), betaQuantile(2, 3, 0, 1).x, betaQuantile(2, 3, 1, 0).x]).toEqual([0, 1, 0, 1]);
    expect(betaQuantile(1e-3, 1, 1e-6, 1 - 1e-6).x).toBe(0);
  });
});

describe('incomplete gamma', () => {
  test('both tails, and the inverse', () => {
    for (const [a = 0, x = 0, p = 0, upper = 0] of rowsOf('gamma')) {
      expectNear(incompleteGamma(x, a), p, `P(${a}, ${x})`);
      expectNear(gammaTails(a, x).upper, upper, `Q(${a}, ${x})`);
      if (upper > 1e-5) expectNear(incompleteGamma(gammaQuantile(a, p, 1 - p), a), p, `p of the quantile ${p} of Gamma(${a})`);
      if (upper > 1e-5 && a >= 0.1) expectNear(gammaQuantile(a, p, 1 - p), x, `quantile ${p} of Gamma(${a})`);
    }
  });

  test('the ends', () => {
    expect([incompleteGamma(0, 2), incompleteGamma(Infinity, 2), gammaQuantile(2, 0, 1), gammaQuantile(2, 1, 0)]).toEqual([0, 1, 0, Infinity]);
  });
});

test('chi-square', () => {
  for (const [degrees = 0, x = 0, p = 0] of rowsOf('chiSquare')) {
    expectNear(chiSquareCdf(x, degrees), p, `χ²(${degrees}) at ${x}`);
    expectNear(chiSquareQuantile(p, degrees), x, `quantile ${p} of χ²(${degrees})`);
  }
});

describe('normal law', () => {
  test('distribution, far tails included', () => {
    for (const [z = 0, p = 0] of rowsOf('normal')) expectNear(normalCdf(z), p, `Φ(${z})`);
    expect([normalCdf(-Infinity), normalCdf(Infinity), normalCdf(Number.NaN)]).toEqual([0, 1, Number.NaN]);
  });

  test('quantile', () => {
    for (const [p = 0, z = 0] of rowsOf('normalQuantile')) expectNear(normalQuantile(p), z, `Φ⁻¹(${p})`, 1e-14);
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  });
});

describe("Student's t", () => {
  test('distribution', () => {
    for (const [degrees = 0, t = 0, p = 0] of rowsOf('student')) expectNear(studentCdf(t, degrees), p, `t(${degrees}) at ${t}`);
    expectNear(studentCdf(-8, 1e9), 6.220967142227358e-16, 't(1e9), by SciPy');
    expect([studentCdf(-Infinity, 3), studentCdf(Infinity, 3)]).toEqual([0, 1]);
  });

  test('quantile', () => {
    for (const [degrees = 0, p = 0, t = 0] of rowsOf('studentQuantile')) expectNear(studentQuantile(p, degrees), t, `quantile ${p} of t(${degrees})`);
    expect([studentQuantile(0, 3), studentQuantile(1, 3)]).toEqual([-Infinity, Infinity]);
  });
});

test.each([
  ['logGamma', () => logGamma(0), 'x is 0; allowed: a finite number above 0'],
  ['incompleteBeta', () => incompleteBeta(1.1, 1, 1), 'x is 1.1; allowed: a number from 0 to 1'],
  ['incompleteBeta', () => incompleteBeta(0.5, 1, Infinity), 'b is Infinity; allowed: a finite number above 0'],
  ['incompleteGamma', () => incompleteGamma(-1, 1), 'x is -1; allowed: a number from 0 to Infinity'],
  ['normalQuantile', () => normalQuantile(-0.1), 'p is -0.1; allowed: a number from 0 to 1'],
  ['studentQuantile', () => studentQuantile(0.5, 0), 'degrees is 0; allowed: a finite number above 0'],
])('%s says what is allowed', (_name, call, message) => {
  expect(call).toThrow(new RangeError(message));
});
