import { expect, test } from 'vitest';
import { isWaitingRow, waitsForOthers, WAITS_FOR_OTHERS } from './waits-for-others.js';

const waiting = { error: { code: WAITS_FOR_OTHERS, message: 'it waits' } };
const lost = { error: { code: 'server', message: 'HTTP 500' } };

test('a row waits when any of its results does', () => {
  expect([waiting, lost, {}].map((result) => waitsForOthers(result))).toEqual([true, false, false]);
  expect(isWaitingRow({ evaluators: [{}, waiting] })).toBe(true);
  expect(isWaitingRow({ evaluators: [{}, lost] })).toBe(false);
});
