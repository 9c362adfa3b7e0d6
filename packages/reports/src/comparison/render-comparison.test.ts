import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRows, rowOf, sampleComparison } from '../../test/sample-comparison.js';
import { renderComparison } from './render-comparison.js';
import { textWidth } from '../text-layout/text-width.js';

const plain = { columns: 80, color: false };

describe('a comparison reads at a glance', () => {
  test('on 80 columns', async () => {
    expect(await renderComparison(sampleComparison(), plain)).toMatchInlineSnapshot(`
      "A  .assay/runs/2026-01-01T09-00-00-a1b2  on gpt-4o-mini
      B  .assay/runs/2026-01-02T09-00-00-c3d4  on gpt-4.1-mini

      Suite             Cases  Wins  Ties  Losses  A → B        B − A  95 %
      billing               2     0     1       1  0.90 → 0.88  −0.03  −0.85 to +0.84
      customer-support      4     2     1       1  0.56 → 0.65  +0.09  −0.61 to +0.70
      Total                 6     2     2       2  0.67 → 0.72  +0.05  −0.47 to +0.55

      Worse in B
      −0.50  customer-support › refund-window  0.90 → 0.40
             evals/customer-support.yaml:12:5
      −0.05  billing › invoice  1.00 → 0.95  evals/billing.yaml:12:5

      Better in B
      +0.75  customer-support › delivery-time  0.25 → 1.00
             evals/customer-support.yaml:30:5
      +0.10  customer-support › returns  0.60 → 0.70  evals/customer-support.yaml:39:5

      A reply takes
        cost $0.0001 → $0.0001
        time 420 ms → 420 ms
        tokens 22 → 22

      Not compared
        ! 2 cases only in A: billing › old-question-about-a-discount, billing ›
          old-question-about-a-coupon
        ! 1 case only in B: customer-support › new-question
        ! 2 cases without a score (1 in A, 1 in B): customer-support › lost-parcel,
          customer-support › gift-card

      B is better in 2 cases, worse in 2, equal in 2.
      billing: not shown to be worse: 0.90 → 0.88, −0.03 (−0.85 to +0.84), p = 1.00;
        even a drop to 0 would hardly have been seen with so few replies; 18 cases
        would mostly decide if it stayed at −0.03
      customer-support: not shown to be worse: 0.56 → 0.65, +0.09 (−0.61 to +0.70), p
        = 1.00; even a drop to 0 would hardly have been seen with so few replies
      "
    `);
  });

  test('on 40 columns', async () => {
    expect(await renderComparison(sampleComparison(), { ...plain, columns: 40 })).toMatchInlineSnapshot(`
      "A  .assay/runs/2026-01-01T09-00-00-a1b2
         on gpt-4o-mini
      B  .assay/runs/2026-01-02T09-00-00-c3d4
         on gpt-4.1-mini

      Suite             Wins  Losses  B − A
      billing              0       1  −0.03
      customer-support     2       1  +0.09
      Total                2       2  +0.05

      Worse in B
      −0.50  customer-support › refund-window
             0.90 → 0.40
             evals/customer-support.yaml:12:5
      −0.05  billing › invoice  1.00 → 0.95
             evals/billing.yaml:12:5

      Better in B
      +0.75  customer-support › delivery-time
             0.25 → 1.00
             evals/customer-support.yaml:30:5
      +0.10  customer-support › returns
             0.60 → 0.70
             evals/customer-support.yaml:39:5

      A reply takes
        cost $0.0001 → $0.0001
        time 420 ms → 420 ms
        tokens 22 → 22

      Not compared
        ! 2 cases only in A: billing ›
          old-question-about-a-discount,
          billing ›
          old-question-about-a-coupon
        ! 1 case only in B: customer-support ›
          new-question
        ! 2 cases without a score (1 in A, 1
          in B): customer-support ›
          lost-parcel, customer-support ›
          gift-card

      B is better in 2 cases, worse in 2,
      equal in 2.
      billing: not shown to be worse: 0.90 →
        0.88, −0.03 (−0.85 to +0.84), p =
        1.00; even a drop to 0 would hardly
        have been seen with so few replies; 18
        cases would mostly decide if it stayed
        at −0.03
      customer-support: not shown to be worse:
        0.56 → 0.65, +0.09 (−0.61 to +0.70), p
        = 1.00; even a drop to 0 would hardly
        have been seen with so few replies
      "
    `);
  });

  test('on 24 columns: a list instead of a table', async () => {
    const text = await renderComparison(sampleComparison(), { ...plain, columns: 24 });
    expect(text).toContain('billing\n  0.90 → 0.88  −0.03\n  −0.85 to +0.84\n  0 wins  1 tie  1 loss\n');
    expect(text).toContain('Total\n');
  });

  test('several targets: every number says which ones it is about', async () => {
    const pair = (score: number) => [rowOf('a', score, { target: 'x' }), rowOf('a', score, { target: 'y' })];
    const targets = ['x', 'y'].map((name) => ({ a: name, b: name }));
    const text = await renderComparison(compareRows(pair(0.25), pair(0.5), { targets }), plain);
    expect(text).toMatch(/^Suite +Target +Cases/mu);
    expect(text).toMatch(/^geography +x +1 +1 /mu);
    expect(text).toMatch(/^ +y +1 +1 /mu);
    expect(text).toContain('+0.25  geography › a  on x  0.25 → 0.50');
  });
});

describe('a comparison says what it does not know', () => {
  test('nothing to compare is inconclusive, not a tie', async () => {
    const text = await renderComparison(compareRows([rowOf('a', 1)], [rowOf('b', null)]), plain);
    expect(text).toContain('INCONCLUSIVE  no case has a score in both runs');
    expect(text).toContain('1 case only in A: geography › a');
    expect(text).toMatch(/geography +0 +0 +0 +0 +– +– +–$/mu);
    expect(await renderComparison(compareRows([], []), plain)).toContain('INCONCLUSIVE');
  });

  test('one case shows nothing but itself', async () => {
    const text = await renderComparison(compareRows([rowOf('a', 0.5)], [rowOf('a', 0.75)]), plain);
    expect(text).toContain('B is better in 1 case, worse in 0, equal in 0.');
    expect(text).toContain('geography: not shown to be worse: 0.50 → 0.75, +0.25 (−0.97 to +0.99)');
  });

  test('without weights there is no mean', async () => {
    const none = { caseWeight: 0 };
    const text = await renderComparison(compareRows([rowOf('a', 0, none)], [rowOf('a', 1, none)]), plain);
    expect(text).toContain('There is no mean difference: every case has the weight 0.');
  });

  test('repeats without a score are told', async () => {
    const lost = [rowOf('a', 1), rowOf('a', null, { repeat: 2 })];
    const text = await renderComparison(compareRows(lost, [rowOf('a', 1)]), plain);
    expect(text).toContain('! 1 compared case has repeats or parts without a score\n');
  });

  test('the tie that was given is told', async () => {
    const text = await renderComparison(compareRows([rowOf('a', 0.5)], [rowOf('a', 0.52)], { tie: 0.05 }), plain);
    expect(text).toContain('equal in 1 (within 0.05).');
  });

  test('of many cases the first are named and the others counted', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => rowOf(`case-${index}`, 1));
    const text = await renderComparison(compareRows(rows, [rowOf('other', 1)]), plain);
    expect(text.replaceAll(/\s+/gu, ' ')).toContain(
      '1,200 cases only in A: geography › case-0, geography › case-1, geography › case-2, … 1,197 more',
    );
    const worse = rows.map((row) => ({ ...row, score: 0.5 }));
    expect(await renderComparison(compareRows(rows, worse), plain)).toContain('… 1,190 more\n');
  });
});

describe('colours', () => {
  test('a mean is coloured only where chance hardly explains it', async () => {
    const clear = compareRows(
      ['a', 'b', 'c', 'd', 'e'].map((id) => rowOf(id, 0.5)),
      ['a', 'b', 'c', 'd', 'e'].map((id) => rowOf(id, 0.9)),
    );
    expect(await renderComparison(clear, { ...plain, color: true })).toContain('\u001B[32m+0.40\u001B[39m');
    expect(await renderComparison(sampleComparison(), { ...plain, color: true })).toContain('  +0.05  ');
  });

  test('colours change no letter', async () => {
    const text = await renderComparison(sampleComparison(), { ...plain, color: true });
    expect(stripVTControlCharacters(text)).toBe(await renderComparison(sampleComparison(), plain));
  });
});

const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom('\u001B[31mred\n', '返金の期限について', '👩‍👩‍👧 family', 'a'.repeat(90)),
);

test('no line is wider than the terminal, and nothing of a file reaches it as a control character', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, name, fc.constantFrom(null, 0, 0.4, 1), fc.constantFrom(null, 0, 0.4, 1)), { maxLength: 8 }),
      name,
      fc.integer({ min: 20, max: 100 }),
      async (cases, target, columns) => {
        const side = (which: 2 | 3) => cases.map((row) => rowOf(row[1], row[which], { suite: row[0], target, source: row[1] }));
        const targets = [{ a: target, b: target }];
        const text = await renderComparison(compareRows(side(2), side(3), { targets }), { columns, color: false });
        for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(columns);
        // eslint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u);
      },
    ),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 20 },
  );
});
