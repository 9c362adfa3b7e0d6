import { result, scenario, type Scenario } from '../scenario.js';

const check = (...entries: readonly object[]): Scenario['fields'] => ({ evaluators: entries });

/** Checks of the words of a reply. */
export const TEXTS: readonly Scenario[] = [
  scenario('opening-hours', 'When are you open?', 'We are open from 9 to 17 on weekdays.', {
    fields: check({ type: 'contains', value: '9 to 17' }),
    expected: { score: 1, verdict: 'pass', evaluators: [result('contains', 1, { hits: ['contains "9 to 17"'] })] },
  }),
  scenario('wrong-hours', 'When are you open at the weekend?', 'We are open from 9 to 17 on weekdays.', {
    fields: check({ type: 'contains', value: 'Saturday' }),
    expected: { score: 0, verdict: 'fail', evaluators: [result('contains', 0, { misses: ['contains "Saturday"'] })] },
  }),
  scenario('no-promise', 'Will it come tomorrow?', 'We will do our best.', {
    fields: check({ type: 'not_contains', value: 'guarantee' }),
    expected: { score: 1, verdict: 'pass', evaluators: [result('not_contains', 1, { hits: ['not_contains "guarantee"'] })] },
  }),
  scenario('promise-made', 'Will it surely come tomorrow?', 'We guarantee delivery tomorrow.', {
    fields: check({ type: 'not_contains', value: 'guarantee' }),
    expected: { score: 0, verdict: 'fail', evaluators: [result('not_contains', 0, { misses: ['not_contains "guarantee"'] })] },
  }),
  scenario('order-number', 'Where is my order?', 'Order AB-1234 is on its way.', {
    fields: check({ type: 'matches', value: '^Order [A-Z]{2}-\\d{4}\\b' }),
    expected: { score: 1, verdict: 'pass', evaluators: [result('matches', 1, { hits: ['matches "^Order [A-Z]{2}-\\\\d{4}\\\\b"'] })] },
  }),
  scenario('no-order-number', 'Where is my other order?', 'Your order is on its way.', {
    fields: check({ type: 'matches', value: '^Order [A-Z]{2}' }),
    expected: { score: 0, verdict: 'fail', evaluators: [result('matches', 0, { misses: ['matches "^Order [A-Z]{2}"'] })] },
  }),
  scenario('card-hidden', 'Which card was charged?', 'Your card ending in 4242 was charged.', {
    fields: check({ type: 'not_matches', value: '[0-9]{16}' }),
    expected: { score: 1, verdict: 'pass', evaluators: [result('not_matches', 1, { hits: ['not_matches "[0-9]{16}"'] })] },
  }),
  scenario('card-shown', 'Which card did you charge?', 'We charged 4242424242424242.', {
    fields: check({ type: 'not_matches', value: '[0-9]{16}' }),
    expected: { score: 0, verdict: 'fail', evaluators: [result('not_matches', 0, { misses: ['not_matches "[0-9]{16}"'] })] },
  }),
  scenario('thanks-and-sorry', 'I have waited for a week.', 'Thank you, and sorry for the wait.', {
    fields: check({ type: 'icontains', value: 'THANK YOU', weight: 3 }, { type: 'not_icontains', value: 'SORRY' }),
    expected: {
      score: 0.75,
      verdict: 'borderline',
      evaluators: [
        result('icontains', 1, { weight: 3, hits: ['icontains "THANK YOU"'] }),
        result('not_icontains', 0, { misses: ['not_icontains "SORRY"'] }),
      ],
    },
  }),
  scenario('name-of-brand', 'Do you take PayPal?', 'Yes, paypal works.', {
    fields: check(
      { name: 'spelling', type: 'contains', value: 'PayPal' },
      { name: 'meaning', type: 'icontains', value: 'PayPal' },
      { name: 'for-information', type: 'contains', value: 'works', weight: 0 },
    ),
    expected: {
      score: 0.5,
      verdict: 'fail',
      evaluators: [
        { name: 'spelling', type: 'contains', score: 0, misses: ['contains "PayPal"'] },
        { name: 'meaning', type: 'icontains', score: 1, hits: ['icontains "PayPal"'] },
        { name: 'for-information', type: 'contains', weight: 0, score: 1, hits: ['contains "works"'] },
      ],
    },
  }),
];
