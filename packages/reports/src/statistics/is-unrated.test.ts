import { NOTHING_TO_SCORE } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { isUnrated } from './is-unrated.js';

test.each([
  ['a prompt without a rubric', sampleErrorRow({ error: { code: NOTHING_TO_SCORE, message: 'nothing' } }), true],
  ['a reply that was lost', sampleErrorRow(), false],
  ['a trial with a score', sampleRow(), false],
])('%s', (_, row, unrated) => {
  expect(isUnrated(row)).toBe(unrated);
});
