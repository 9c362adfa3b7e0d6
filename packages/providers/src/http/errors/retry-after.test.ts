import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOON = 'Sun, 22 Nov 2026 12:00:00 GMT';
const LATER = 'Sun, 22 Nov 2026 12:00:30 GMT';

test.each<[string, Record<string, string>, number | undefined]>([
  ['a date, by the clock of the server', { 'retry-after': LATER, date: NOON }, 30_000],
  ['a date, by the clock of this machine where the server tells none', { 'retry-after': LATER }, 3_630_000],
  ['the same where it tells nonsense', { 'retry-after': LATER, date: '5' }, 3_630_000],
  ['a date that is over', { 'retry-after': NOON, date: LATER }, 0],
  ['seconds', { 'retry-after': '2.5', date: NOON }, 2500],
  ['no date', { 'retry-after': '-5' }, undefined],
  ['two headers that a proxy made one of', { 'retry-after': '2, 2', date: NOON }, 2000],
  ['those of a server and of its proxy: the longer wait', { 'retry-after': `1, ${LATER}`, date: NOON }, 30_000],
  ['seconds with their unit', { 'retry-after': '2s' }, 2000],
  ['a duration', { 'retry-after': '1m2.5s' }, 62_500],
  ['milliseconds with their unit', { 'retry-after': '350ms' }, 350],
  ['seconds since the epoch', { 'retry-after': String(Date.parse(LATER) / 1000), date: NOON }, 30_000],
  ['words', { 'retry-after': 'soon, 5 minutes' }, undefined],
  ['a day without a time', { 'retry-after': '2026-11-23', date: NOON }, undefined],
])('%s', (_, headers, expected) => {
  expect(retryAfterMs(new Headers(headers), Date.parse(NOON) - 3_600_000)).toBe(expected);
});
