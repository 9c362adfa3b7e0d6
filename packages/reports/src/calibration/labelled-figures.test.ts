import { expect, test } from 'vitest';
import { effectiveCounts } from './labelled-figures.js';
import type { LabelledReply } from './labelled-reply.js';

test('counts of labels have no digits that come of adding shares up', () => {
  for (let size = 2; size <= 60; size += 1) {
    for (const chance of [0.1, 0.3, 0.7]) {
      const items = Array.from({ length: size }, (_, index) => ({ cluster: `c${index}`, chance, weight: 0.1, caseId: `c${index}` }) as LabelledReply);
      const right = Math.floor(size * 0.6);
      expect(effectiveCounts(items, ({ cluster }) => Number(cluster.slice(1)) < right)).toEqual({ hits: right, labels: size });
    }
  }
});
