import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baselineWith, groupOf, rowsWith } from '../../test/sample-baseline.js';
import { textWidth } from '../text-layout/text-width.js';
import type { BaselineCheck, CheckBaselinesOptions } from './baseline-check.js';
import { checkBaselines } from './check-baselines.js';
import { encodeBaselineCheck } from './encode-baseline-check.js';
import { renderBaselineCheck } from './render-baseline-check.js';

const SUPPORT = {
  before: { 'refund-window': 0.9, greeting: 0.5, 'delivery-time': 0.25, 'gift-card': 1, 'old-question': 1, never: null },
  after: { 'refund-window': 0.4, greeting: 0.5, 'delivery-time': 1, 'gift-card': null, 'new-question': 1, never: 1 },
};

function sample(options: Partial<CheckBaselinesOptions> = {}): BaselineCheck {
  const support = groupOf(rowsWith(SUPPORT.after, { suite: 'customer-support', target: 'gpt-4o-mini' }));
  const billing = groupOf(rowsWith({ invoice: 1, vat: 0.8 }, { suite: 'billing', target: 'gpt-4o-mini' }));
  return checkBaselines({
    groups: [
      { results: support, baseline: baselineWith(SUPPORT.before), file: 'baselines/customer-support/gpt-4o-mini.json' },
      { results: billing, baseline: baselineWith({ invoice: 1, vat: 0.8 }), file: 'baselines/billing/gpt-4o-mini.json' },
    ],
    gate: 'cases',
    terms: { alpha: 0.05 },
    runId: 'run-1',
    tolerance: 0.05,
    filtered: false,
    finished: true,
    ...options,
  });
}

const plain = { columns: 80, color: false, location: '.assay/runs/2026-01-02T09-00-00-c3d4', saveCommand: 'assay baseline save' };

describe('a check reads at a glance', () => {
  test('on 80 columns', async () => {
    expect(await renderBaselineCheck(sample(), plain)).toMatchInlineSnapshot(`
      "Run .assay/runs/2026-01-02T09-00-00-c3d4

      Suite             Target       Worse  Same  Better  Open  Change  95 %
      billing           gpt-4o-mini      0     2       0     0    0.00  −0.85 to +0.85
      customer-support  gpt-4o-mini      1     1       1     1   +0.08  −0.73 to +0.79

      Worse
      −0.50  customer-support › refund-window  0.90 pass → 0.40 fail
             evals/geography.yaml:3:5

      Open
      –      customer-support › gift-card  1.00 pass → unscored
             evals/geography.yaml:21:5

      Better
      +0.75  customer-support › delivery-time  0.25 fail → 1.00 pass
             evals/geography.yaml:15:5

      ! 1 new case, not in the baseline: customer-support › new-question
      ! 1 case of the baseline is not in this run: customer-support › old-question
      ! 1 case without a score in the baseline: customer-support › never

      FAILED
        customer-support on gpt-4o-mini: 1 of 3 compared cases is worse
        customer-support on gpt-4o-mini: 1 case lost its score
      To accept these results: assay baseline save
      Exit 1: something is worse than its baseline
      "
    `);
  });

  test('on 40 columns', async () => {
    expect(await renderBaselineCheck(sample(), { ...plain, columns: 40 })).toMatchInlineSnapshot(`
      "Run .assay/runs/2026-01-02T09-00-00-c3d4

      Suite     Target     Worse  Open  Change
      billing   gpt-4o-m…      0     0    0.00
      custome…  gpt-4o-m…      1     1   +0.08

      Worse
      −0.50  customer-support › refund-window
             0.90 pass → 0.40 fail
             evals/geography.yaml:3:5

      Open
      –      customer-support › gift-card
             1.00 pass → unscored
             evals/geography.yaml:21:5

      Better
      +0.75  customer-support › delivery-time
             0.25 fail → 1.00 pass
             evals/geography.yaml:15:5

      ! 1 new case, not in the baseline:
        customer-support › new-question
      ! 1 case of the baseline is not in this
        run: customer-support › old-question
      ! 1 case without a score in the
        baseline: customer-support › never

      FAILED
        customer-support on gpt-4o-mini: 1 of
          3 compared cases is worse
        customer-support on gpt-4o-mini: 1
          case lost its score
      To accept these results: assay baseline
        save
      Exit 1: something is worse than its
        baseline
      "
    `);
  });

  test('on 20 columns, where no table fits', async () => {
    expect(await renderBaselineCheck(sample(), { ...plain, columns: 20 })).toContain('customer-support on…\n  0.55 → 0.63  +0.08\n  −0.73 to +0.79\n');
  });

  test('when it passes, and of chosen cases', async () => {
    const check = checkBaselines({
      groups: [{ results: groupOf(rowsWith({ a: 1 })), baseline: baselineWith({ a: 1, b: 1 }), file: 'x.json' }],
      gate: 'cases',
      terms: { alpha: 0.05 },
      runId: 'run-1',
      tolerance: 0.05,
      filtered: true,
      finished: true,
    });
    expect(await renderBaselineCheck(check, plain)).toMatchInlineSnapshot(`
      "Run .assay/runs/2026-01-02T09-00-00-c3d4

      Suite      Target  Worse  Same  Better  Score        Change  95 %
      geography  mock        0     1       0  1.00 → 1.00    0.00  −0.98 to +0.98

      The run was of chosen cases: 1 case of the baseline has no part in it.

      PASSED
        the only compared case is not worse
      "
    `);
  });

  test('of a case that is open with a score it says how low that could be, and on which target', async () => {
    const open = { scoreBounds: { worst: 0.5, best: 1 }, status: 'partial' as const };
    const [one, two] = ['one', 'two'].map((target) => ({
      results: groupOf([...rowsWith({ a: 1 }, { target, ...open }), ...rowsWith({ fresh: 1 }, { target })]),
      baseline: baselineWith({ a: 1 }),
      file: 'x.json',
    }));
    if (!one || !two) throw new TypeError('two groups');
    const text = await renderBaselineCheck(sample({ groups: [two, one] }), plain);
    expect(text).toContain('0.00   geography › a  on one  1.00 → 1.00 pass  at worst 0.50\n');
    expect(text).toContain('! 2 new cases, not in the baseline: geography › fresh on one, geography › fresh\n  on two\n');
    expect(encodeBaselineCheck(sample({ groups: [one] }), { id: 'r', location: 'l' })).toMatchObject({ groups: [{ undecided: [{ worst: 0.5 }] }] });
  });

  test('without a baseline it says how to make one', async () => {
    const check = checkBaselines({
      groups: [{ results: groupOf(rowsWith({ a: 1 })), baseline: undefined, file: 'baselines/geography/mock.json' }],
      gate: 'cases',
      terms: { alpha: 0.05 },
      runId: 'run-1',
      tolerance: 0.05,
      filtered: false,
      finished: true,
    });
    expect(await renderBaselineCheck(check, plain)).toMatchInlineSnapshot(`
      "Run .assay/runs/2026-01-02T09-00-00-c3d4

      NO BASELINE
        geography on mock: there is no baseline (baselines/geography/mock.json)
      To save these results as the baseline: assay baseline save
      Exit 2: there is nothing to hold the run against
      "
    `);
  });
});

test('colours change nothing but colours', async () => {
  const colored = await renderBaselineCheck(sample(), { ...plain, color: true });
  expect(colored).not.toBe(stripVTControlCharacters(colored));
  expect(stripVTControlCharacters(colored)).toBe(await renderBaselineCheck(sample(), plain));
});

test('no line is wider than the terminal, and no control character gets out, whatever the names are', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(name, name, name, fc.integer({ min: 20, max: 120 }), async (suite, target, key, columns) => {
      const results = groupOf(rowsWith({ [key]: 0.5, other: null }, { suite, target, source: `${suite}:1:1` }));
      const check = checkBaselines({
        groups: [{ results, baseline: baselineWith({ [key]: 1, other: 1, gone: 1 }), file: 'x.json' }],
        gate: 'cases',
        terms: { alpha: 0.05 },
        runId: 'run-1',
        tolerance: 0.05,
        filtered: false,
        finished: true,
      });
      const text = await renderBaselineCheck(check, { ...plain, columns });
      for (const line of text.split('\n')) {
        expect(textWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 50 : 15 },
  );
});

test('more changes than fit are counted; scripts get all', async () => {
  const scores = (score: number) => Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`case-${index}`, score]));
  const check = checkBaselines({
    groups: [{ results: groupOf(rowsWith(scores(0))), baseline: baselineWith(scores(1)), file: 'x.json' }],
    gate: 'cases',
    terms: { alpha: 0.05 },
    runId: 'run-1',
    tolerance: 0,
    filtered: false,
    finished: true,
  });
  const text = await renderBaselineCheck(check, plain);
  expect(text).toContain('… 5 more; --json lists all');
  expect(text.indexOf('case-9 ')).toBeLessThan(text.indexOf('case-10 '));
  expect(encodeBaselineCheck(check, { id: 'r', location: 'l' })).toMatchObject({ groups: [{ regressed: { length: 25 } }] });
});

test('for scripts: snake_case, every list, null for what is not known', () => {
  expect(encodeBaselineCheck(sample({ maxDrop: 0.5 }), { id: undefined, location: 'runs/a' })).toMatchObject({
    schema_version: 2,
    gate: 'cases',
    terms: { alpha: 0.05, margin: null },
    run_id: null,
    location: 'runs/a',
    outcome: 'failed',
    exit_code: 1,
    tolerance: 0.05,
    max_drop: 0.5,
    filtered: false,
    finished: true,
    no_baseline: [],
    groups: [
      { suite: 'billing', regressed: [], same: 2 },
      {
        suite: 'customer-support',
        file: 'baselines/customer-support/gpt-4o-mini.json',
        compared: 3,
        regressed: [{ case: 'refund-window', before: { score: 0.9, verdict: 'pass' }, after: { score: 0.4 }, difference: -0.5 }],
        improved: [{ case: 'delivery-time' }],
        undecided: [{ case: 'gift-card', after: { score: null }, difference: null }],
        added: [{ case: 'new-question', before: null }],
        missing: [{ case: 'old-question', after: null, source: null }],
        unreferenced: [{ case: 'never' }],
      },
    ],
  });
});
