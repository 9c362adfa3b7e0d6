import { expect, test } from 'vitest';
import { endsText, signedEnds } from './interval-ends.js';

test.each([
  [{ low: 0.7149, high: 0.9801 }, [], '0.71–0.99'],
  [{ low: 0.29, high: 0.57 }, [], '0.29–0.57'],
  [{ low: 0.1 + 0.2, high: 0.7 + 0.1 }, [], '0.30–0.80'],
  [{ low: 0.6, high: 0.7996 }, [], '0.60–0.80'],
  [{ low: 0.6, high: 0.7996 }, [0.8], '0.60–0.7996'],
  [{ low: 0.6, high: 0.8 }, [0.8], '0.60–0.80'],
  [{ low: 0.8004, high: 0.9 }, [0.8], '0.8004–0.90'],
  [{ low: 0.7999, high: 0.9 }, [0.8], '0.79–0.90'],
  [{ low: -0.204, high: 0.351 }, [], '−0.21 to 0.36'],
])('ends %o held against %o are %s', (ends, bounds, text) => {
  expect(endsText(ends, bounds)).toBe(text);
});

test.each([
  [{ low: -0.0504, high: 0.0311 }, [], '−0.06 to +0.04'],
  [{ low: -0.2, high: -0.0004 }, [], '−0.20 to −0.0004'],
  [{ low: 0.0049, high: 0.2 }, [], '+0.004 to +0.20'],
  [{ low: 0, high: 0.2 }, [], '0.00 to +0.20'],
  [{ low: -0.0496, high: 0.2 }, [-0.05], '−0.0496 to +0.20'],
  [{ low: -0.05, high: 1e-12 }, [-0.05], '−0.05 to 0.00'],
])('ends %o of a difference held against %o are %s', (ends, bounds, text) => {
  expect(signedEnds(ends, bounds)).toBe(text);
});
