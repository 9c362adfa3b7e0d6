import { expect, test } from 'vitest';
import { namedPassesText, passesText } from './passes.js';

const interval = (low: number, high: number) => ({ low, high, level: 0.95, clusters: 10, method: 'clopper_pearson' as const });
const one = {
  suite: 'made', suite_path: 'made.yaml', target: 'model', variant: '', k: 3, cases: 10, incomplete: 0,
  pass_at_k: 0.9, pass_at_k_interval: interval(0.55, 1), pass_hat_k: 0.6, pass_hat_k_interval: interval(0.26, 0.88),
};

test('both chances with their intervals, and what is left out', () => {
  expect(passesText(one)).toBe('pass@3 0.90 (55–100 %), pass^3 0.60 (26–88 %)');
  expect(passesText({ ...one, incomplete: 2 })).toMatch(/, 2 of 12 cases left out$/u);
  expect(passesText({ ...one, cases: 0, incomplete: 2, pass_at_k: null, pass_at_k_interval: undefined, pass_hat_k: null, pass_hat_k_interval: undefined })).toBe('pass@3 –, pass^3 –, 2 of 2 cases left out');
});

test('what they are of, where there are several', () => {
  expect(namedPassesText(one)).toMatch(/^made on model: pass@3 /u);
  expect(namedPassesText({ ...one, variant: 'temp:1' })).toMatch(/^made on model \(temp:1\): /u);
});

test('ends are rounded outwards, and are 0 or 100 % for none and all alone', () => {
  expect(passesText({ ...one, pass_at_k_interval: interval(0.5549, 0.9961), pass_hat_k_interval: interval(0.0025, 0.8721) })).toBe('pass@3 0.90 (55–99.7 %), pass^3 0.60 (0.2–88 %)');
});
