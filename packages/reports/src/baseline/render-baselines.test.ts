import { expect, test } from 'vitest';
import { baselineOf, baselineWith, rowsWith } from '../../test/sample-baseline.js';
import { textWidth } from '../text-layout/text-width.js';
import { encodeBaselines } from './encode-baselines.js';
import { renderBaselines, sortBaselines } from './render-baselines.js';

const first = baselineOf([...rowsWith({ 'case-10': 1, 'case-9': null }), ...rowsWith({ 'case-1': 0.5 }, { caseWeight: 2 })]);
const shown = sortBaselines([
  { baseline: { ...baselineWith({ a: 0.5 }), target: { name: 'other', provider: 'openai', model: 'gpt-4o-mini' } }, file: 'baselines/geography/other.json' },
  { baseline: first, file: 'baselines/geography/mock.json' },
]);

test('the list has one line for each baseline, sorted', async () => {
  expect(await renderBaselines(shown, false, { columns: 80, color: false })).toMatchInlineSnapshot(`
    "Suite      Target  Cases  Score  Date        Model
    geography  mock        3   0.67  2026-01-31  mock
    geography  other       1   0.50  –           openai gpt-4o-mini
    "
  `);
});

test('with cases, in natural order', async () => {
  expect(await renderBaselines(shown, true, { columns: 80, color: false })).toMatchInlineSnapshot(`
    "geography on mock  mock  score 0.67  2026-01-31  baselines/geography/mock.json
    Case     Score  Verdict   Weight
    case-1    0.50  fail           2
    case-9       –  unscored       1
    case-10   1.00  pass           1

    geography on other  openai gpt-4o-mini  score 0.50
      baselines/geography/other.json
    Case  Score  Verdict
    a      0.50  fail
    "
  `);
});

test.each([40, 20])('no line is wider than %i columns', async (columns) => {
  for (const withCases of [true, false]) {
    const text = await renderBaselines(shown, withCases, { columns, color: false });
    for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    expect(text).toContain('0.50');
  }
});

test('for scripts', () => {
  expect(encodeBaselines(shown, false)).toMatchObject({
    baseline_version: 2,
    baselines: [{ suite: 'geography', target: { name: 'mock' }, cases: 3, date: '2026-01-31' }, { score: 0.5, date: null }],
  });
  expect(encodeBaselines(shown, true)).toMatchObject({ baselines: [{}, { cases: [{ case: 'a', score: 0.5, verdict: 'fail' }] }] });
});
