import { krippendorffAlpha } from '@assay/statistics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { of, row, summed } from '../../../test/judged-rows.js';

test('alpha is that of the votes, and the order of rows changes nothing', () => {
  const score = fc.constantFrom(0, 0.25, 0.3, 0.7, 1);
  const votes = fc.array(fc.option(score), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.record({ caseId: fc.constantFrom('a', 'b', 'c', 'd'), votes, criterion: fc.constantFrom('Is kind', 'Is brief') }), { maxLength: 12 }), (questions) => {
      const rows = questions.map((one) => row(one.caseId, of(...one.votes), one.criterion));
      const found = summed(rows);
      expect(summed(rows.toReversed())).toEqual(found);
      const alpha = krippendorffAlpha(questions.map((one) => one.votes), 'interval');
      if (alpha === null) expect(found?.agreement?.alpha ?? null).toBeNull();
      else expect(found?.agreement?.alpha).toBeCloseTo(alpha, 8);
    }),
  );
});
