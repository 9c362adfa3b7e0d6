import type { JudgingSummary } from '@assay/schema';
import { expect, test } from 'vitest';
import { judgingLines } from './judging-lines.js';

const JUDGING: JudgingSummary = {
  judges: [
    { id: 'kind', model: 'm', asked: 40, lost: 0, mean: 0.9, lean: 0.11, leanInterval: { low: 0.0412, high: 0.1811, level: 0.95 }, shared: 40 },
    { id: 'strict', model: 'n', asked: 40, lost: 2, mean: 0.7, lean: -0.11, shared: 38 },
  ],
  agreement: { alpha: 0.4321, interval: { low: 0.2, high: 0.61, level: 0.95 }, questions: 38 },
  disputed: [
    { suite: 's', suitePath: 's', criterion: 'Is kind', spread: 0.75, questions: 10 },
    { suite: 's', suitePath: 's', criterion: 'Is right', spread: 0.125, questions: 10 },
  ],
};

test('what is to be known of the judges', () => {
  expect(judgingLines(JUDGING)).toEqual([
    '2 judges: alpha 0.43 (0.20 to 0.61) on 38 questions that several scored',
    'against the others: kind +0.11 (+0.04 to +0.19), strict −0.11',
    'without a usable answer: strict 2 of 40',
    '0.75 apart on "Is kind" (10 questions)',
  ]);
});

test('what rounds to 0 has no sign', () => {
  expect(judgingLines({ ...JUDGING, agreement: { alpha: -0.0101, interval: { low: -0.03, high: -0.001, level: 0.95 }, questions: 38 } })[0]).toBe('2 judges: alpha −0.01 (−0.03 to 0.00) on 38 questions that several scored');
});

test('scores without variation say so', () => {
  expect(judgingLines({ ...JUDGING, agreement: { alpha: null, questions: 38 } })[0]).toBe('2 judges: all scores are the same, which shows neither agreement nor its lack, on 38 questions that several scored');
});

const interval = { low: 0.005, high: 0.72, level: 0.95, clusters: 5, method: 'clopper_pearson' } as const;
test.each([
  [{ asked: 100, escalated: 10, audited: 5, disagreed: 1, difference: 0.2, differenceInterval: { low: -0.4012, high: 0.6, level: 0.95 }, disagreement: { rate: 0.2, interval } }, 'the judge that is asked first handed 10 of 100 questions to the panel; of 5 others that the panel scored too, it passed or failed 1 otherwise: 0.20 (0.00–0.72), by +0.20 (−0.41 to +0.60) on average'],
  [{ asked: 100, escalated: 10, audited: 5, disagreed: 0, difference: 0, disagreement: { rate: 0, interval } }, 'the judge that is asked first handed 10 of 100 questions to the panel; of 5 others that the panel scored too, it passed and failed the same: 0.00 (0.00–0.72), by 0.00 on average'],
  [{ asked: 100, escalated: 10, audited: 1, auditsLost: 4, disagreed: 0, difference: 0, disagreement: { rate: 0, interval } }, 'the judge that is asked first handed 10 of 100 questions to the panel; of 1 other that the panel scored too, it passed and failed the same: 0.00 (0.00–0.72), by 0.00 on average; it gave no usable answer on 4 that were drawn'],
  [{ asked: 3, escalated: 1, audited: 0, auditsLost: 1, disagreed: 0, difference: null }, 'the judge that is asked first handed 1 of 3 questions to the panel; whether the panel agrees with the others was not looked at (it gave no usable answer on 1 that was drawn)'],
  [{ asked: 3, escalated: 1, audited: 0, disagreed: 0, difference: null }, 'the judge that is asked first handed 1 of 3 questions to the panel; whether the panel agrees with the others was not looked at (none was drawn)'],
])('a cascade: %j', (cascade, line) => {
  expect(judgingLines({ judges: [], disputed: [], cascade })).toEqual([line]);
});
