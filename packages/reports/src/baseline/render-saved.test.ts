import { expect, test } from 'vitest';
import { baselineOf, groupOf, rowsWith } from '../../test/sample-baseline.js';
import { textWidth } from '../text-layout/text-width.js';
import { updateOf } from './results/baseline-change.js';
import { renderSavedBaselines } from './render-saved.js';
import { encodeSavedBaseline, type SavedBaseline } from './saved-baseline.js';

function saved(before: Record<string, number | null> | undefined, after: Record<string, number | null>, kept = 0): SavedBaseline {
  const previous = before && baselineOf(rowsWith(before));
  const rows = rowsWith(after);
  const baseline = baselineOf(rows, previous);
  return {
    baseline,
    previous,
    file: 'baselines/geography/mock.json',
    outcome: previous === undefined ? 'created' : baseline === previous ? 'unchanged' : 'updated',
    update: updateOf(previous, baseline, groupOf(rows).cases),
    kept,
  };
}

const all = [
  saved(undefined, { a: 1, lost: null }),
  saved({ a: 1 }, { a: 1 }),
  saved({ a: 1, b: 0.5, lost: 1, gone: 1 }, { a: 0.5, b: 1, lost: null, fresh: 1 }, 2),
];

test('saving says what became of every file, and what changed', async () => {
  expect(await renderSavedBaselines(all, { columns: 80, color: false })).toMatchInlineSnapshot(`
    "created  baselines/geography/mock.json  2 cases  score 1.00
      ! 1 case without a score, recorded as null: geography › lost

    unchanged  baselines/geography/mock.json  1 case  score 1.00

    updated  baselines/geography/mock.json  4 cases  score 0.88 → 0.83
      Worse
      −0.50  geography › a  1.00 pass → 0.50 fail  evals/geography.yaml:3:5
      Better
      +0.50  geography › b  0.50 fail → 1.00 pass  evals/geography.yaml:9:5
      Other changes
      –      geography › lost  1.00 pass → unscored  evals/geography.yaml:15:5
      ! 1 case added: geography › fresh
      ! 1 case removed: geography › gone
      ! 1 case without a score, recorded as null: geography › lost
      2 cases kept that this run does not have
    "
  `);
});

test('no line is wider than 40 columns', async () => {
  const text = await renderSavedBaselines(all, { columns: 40, color: false });
  for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(40);
});

test('another model is told', async () => {
  const update = saved({ a: 1 }, { a: 0.5 });
  const other = { ...update, baseline: { ...update.baseline, target: { name: 'mock', provider: 'openai', model: 'gpt-4o' } } };
  expect(await renderSavedBaselines([other], { columns: 80, color: false })).toContain('  model mock → openai gpt-4o\n');
});

test('for scripts', () => {
  expect(all.map(encodeSavedBaseline)).toMatchObject([
    { outcome: 'created', cases: 2, unscored: 1, score_before: null, score: 1, added: ['a', 'lost'] },
    { outcome: 'unchanged', unchanged: 1, worse: [], score_before: 1 },
    { outcome: 'updated', worse: [{ case: 'a', difference: -0.5 }], better: [{ case: 'b' }], added: ['fresh'], removed: ['gone'], kept: 2 },
  ]);
});
