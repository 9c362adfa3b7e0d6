import { expect, test } from 'vitest';
import { createDiagnosticLimit } from './diagnostic-limit.js';

test('of many findings of a kind the first are shown and the others counted', () => {
  const limit = createDiagnosticLimit(2);
  const shown = Array.from({ length: 1500 }, () =>
    limit.admits({ severity: 'warning', code: 'skipped-case', message: '' }),
  );
  expect(shown.filter(Boolean)).toHaveLength(2);
  expect(limit.admits({ severity: 'info', code: 'other', message: '' })).toBe(true);
  expect(limit.rest()).toEqual(['… 1,498 more findings of the kind skipped-case']);
});

test('errors are always shown', () => {
  const limit = createDiagnosticLimit(0);
  expect(limit.admits({ severity: 'error', code: 'x', message: '' })).toBe(true);
  expect(limit.rest()).toEqual([]);
});
