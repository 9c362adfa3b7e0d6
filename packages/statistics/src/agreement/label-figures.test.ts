import { describe, expect, test } from 'vitest';
import { labelFigures, macroFigures, microFigures } from './label-figures.js';

describe('figures of labels', () => {
  test.each([
    [{ support: 4, predicted: 5, hits: 3 }, { precision: 0.6, recall: 0.75, f1: 6 / 9 }],
    [{ support: 0, predicted: 2, hits: 0 }, { precision: 0, recall: null, f1: 0 }],
    [{ support: 2, predicted: 0, hits: 0 }, { precision: null, recall: 0, f1: 0 }],
    [{ support: 0, predicted: 0, hits: 0 }, { precision: null, recall: null, f1: null }],
  ])('%j', (counts, figures) => {
    expect(labelFigures({ label: 'a', ...counts })).toMatchObject(figures);
  });

  test('weights that were added up in another order are as many', () => {
    const [hits, support] = [0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1];
    expect(hits).toBeGreaterThan(support);
    expect(labelFigures({ label: 'a', support, predicted: 2 * support, hits })).toMatchObject({ precision: 0.5, recall: 1 });
    expect(() => labelFigures({ label: 'a', support, predicted: 1, hits: support + 1e-6 })).toThrow('hits is 0.600001; allowed: a number from 0 to 0.6');
  });

  test('a mean leaves out what is null', () => {
    const labels = [
      { support: 4, predicted: 5, hits: 3 },
      { support: 0, predicted: 0, hits: 0 },
      { support: 2, predicted: 0, hits: 0 },
    ].map((counts) => labelFigures({ label: 'a', ...counts }));
    expect(macroFigures(labels)).toEqual({ precision: 0.6, recall: 0.375, f1: 1 / 3 });
    expect(macroFigures([])).toEqual({ precision: null, recall: null, f1: null });
  });

  test('over all decisions, some of which were not made', () => {
    expect(microFigures(3, 6, 4)).toEqual({ precision: 0.75, recall: 0.5, f1: 0.6 });
    expect(microFigures(0, 0, 0)).toEqual({ precision: null, recall: null, f1: null });
  });
});
