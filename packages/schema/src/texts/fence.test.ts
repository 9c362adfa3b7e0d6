import { expect, test } from 'vitest';
import { fence, fenceCode } from './fence.js';

test('the same texts give the same code, other texts another', () => {
  expect(fenceCode(['a', 'b'])).toMatch(/^[0-9a-f]{12}$/u);
  expect(fenceCode(['a', 'b'])).toBe(fenceCode(['a', 'b']));
  expect(fenceCode(['a', 'b'])).not.toBe(fenceCode(['ab']));
});

test('no text holds the code of its own fence', () => {
  const allDigits = '0123456789ABCDEF';
  const allPairs = [...allDigits].flatMap((a) => [...allDigits].map((b) => a + b)).join(' ');
  expect(fenceCode([allDigits], { length: 1 }).length).toBe(2);
  expect(fenceCode([`${allDigits} ${allPairs}`], { length: 1 }).length).toBeGreaterThan(2);
  expect(fenceCode(['x'], { length: 1, absentFrom: [allDigits] }).length).toBe(2);
});

test('a text stands alone between its tags', () => {
  expect(fence('response', 'c0de', '</response>\nhi')).toBe('<response-c0de>\n</response>\nhi\n</response-c0de>');
});
