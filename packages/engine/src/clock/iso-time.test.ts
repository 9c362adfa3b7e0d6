import { expect, test } from 'vitest';
import { isoTime } from './iso-time.js';

test('a time is written as a date writes it, also when it goes back', () => {
  for (const ms of [0, 1, 1, 1_700_000_000_123, 0, -62_135_596_800_000]) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
});
