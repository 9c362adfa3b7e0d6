import { expect, test } from 'vitest';
import { wireRow } from '../../test/support/make-run.js';
import { recheckText, rechecksIn, rechecksText } from './rechecks.js';

const place = { suite: 'made', suite_path: 'made.yaml', target: 'model', variant: '', case_id: 'case-1' };
const one = { ...place, reason: 'flips', passed: 2, scored: 3, passed_in_all: 5, scored_in_all: 8, flaky: true } as const;
const rechecks = { most: 5, cases: 1, planned: 5, done: 5, flaky_count: 1, list: [one] };

test('a run says how many cases it asked again, and what is missing of that', () => {
  expect(rechecksText(rechecks)).toBe('1 case asked 5 times more, 1 of them flaky');
  expect(rechecksText({ ...rechecks, cases: 2, planned: 10, done: 4 })).toBe('2 cases asked 5 times more, 1 of them flaky, 6 of 10 rechecks missing');
  expect(rechecksText({ ...rechecks, cases: 2, planned: 10, done: 4 }, true)).toContain('6 of 10 rechecks to come');
  expect(rechecksText({ ...rechecks, unscored: 2 })).toBe('1 case asked 5 times more, 1 of them flaky, 2 of 5 rechecks without a score');
  expect(rechecksText({ ...rechecks, cases: 0, planned: 0, done: 0, list: [] })).toBe('no case needs rechecks');
  expect(rechecksText(undefined)).toBeUndefined();
});

test('a row finds its own case', () => {
  expect(recheckText(rechecks, wireRow(1))).toBe('2/3, 5/8 with rechecks: flaky');
  for (const other of [wireRow(2), wireRow(1, { target: 'other' }), wireRow(1, { variant: { label: 'temp:1' } }), wireRow(1, { suite_path: 'b.yaml' })]) expect(recheckText(rechecks, other)).toBeUndefined();
  const near = { ...one, reason: 'near_limit', passed: 3, passed_in_all: 8, flaky: false } as const;
  expect(recheckText({ ...rechecks, list: [near] }, wireRow(1))).toBe('3/3, 8/8 with rechecks: passes (near a limit)');
  expect(recheckText({ ...rechecks, list: [{ ...near, passed: 0, passed_in_all: 0 }] }, wireRow(1))).toBe('0/3, 0/8 with rechecks: does not pass (near a limit)');
  expect(recheckText(undefined, wireRow(1))).toBeUndefined();
});

test('a run that was killed says what its rows tell, and one that ended what its summary does', () => {
  const [told, counted] = [{ most: 5, cases: 1 }, { most: 5, cases: 2 }];
  expect(rechecksIn({ summary: { rechecks: told } })).toBe(told);
  expect(rechecksIn({ summary: null, rechecks: counted })).toBe(counted);
  expect(rechecksIn({ summary: { rechecks: told }, rechecks: counted })).toBe(counted);
  expect(rechecksIn({ summary: null })).toBeUndefined();
});
