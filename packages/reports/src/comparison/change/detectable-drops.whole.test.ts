import { createRandom } from '@assay/statistics';
import { describe, expect, test } from 'vitest';
import { decided, unit } from '../../../test/change-units.js';

describe('the change of a mean', () => {
  test.each([
    ['nothing changed', 20, 0],
    ['two changed', 60, 2],
  ])('a drop that would mostly have been seen is one that mostly is, where %s', (_, cases, changed) => {
    const { detectable } = decided(Array.from({ length: cases }, (__, index) => unit(index, [1], [index < changed ? 0 : 1])));
    const random = createRandom(11);
    const isSeen = (): boolean => decided(Array.from({ length: cases }, (__, index) => unit(index, [1], [random.unit() < (detectable ?? 0) ? 0 : 1]))).verdict === 'worse';
    const seen = Array.from({ length: 300 }, isSeen).filter(Boolean).length / 300;
    expect(seen).toBeGreaterThan(0.75);
    expect(seen).toBeLessThan(0.87);
  });
});
