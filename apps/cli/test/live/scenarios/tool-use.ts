import { result, scenario, type Call, type ExpectedRow, type Scenario } from '../scenario.js';

const call = (tool: string, input: Call['input'] = {}): Call => ({ tool, input });
const trajectory = (options: object): Scenario['fields'] => ({ evaluators: [{ type: 'tool_trajectory', ...options }] });

function trace(score: number, verdict: NonNullable<ExpectedRow['verdict']>, hits: readonly string[], misses: readonly string[] = []): ExpectedRow {
  return { score, verdict, evaluators: [result('tool_trajectory', score, { hits, misses })] };
}

const ANY_ORDER: readonly Scenario[] = [
  scenario('search-twice', 'Compare the two plans.', 'Plan B has more storage.', {
    calls: [call('search', { query: 'plan A' }), call('read', { page: 3 }), call('search', { query: 'plan B' })],
    fields: trajectory({ mode: 'any_order', minimums: { search: 2, read: 1 } }),
    expected: trace(1, 'pass', ['search: called 2 times', 'read: called once']),
  }),
  scenario('search-once', 'Compare the two plans and refund me.', 'They are alike.', {
    calls: [call('search', { query: 'plans' }), call('read', { page: 1 })],
    fields: trajectory({ mode: 'any_order', minimums: { search: 2, read: 1, refund: 1 } }),
    expected: trace(1 / 3, 'fail', ['read: called once'], [
      'search: called once, expected at least 2 times',
      'refund: called never, expected at least once',
    ]),
  }),
  {
    id: 'two-turns',
    asks: ['My parcel is late.', 'It is the blue one.'],
    replies: [
      { says: 'Which of your two parcels is it?', calls: [call('search', { query: 'parcel', limit: 5 })] },
      { says: 'The blue one arrives on Monday.', calls: [call('track', { parcel: 'blue' })] },
    ],
    fields: trajectory({ mode: 'any_order', expected: [{ tool: 'track', args: 'any' }, { tool: 'search', input: { query: 'parcel' } }] }),
    expected: trace(1, 'pass', ['track({"parcel":"blue"})', 'search({"query":"parcel","limit":5})']),
  },
  scenario('no-search', 'Look it up, please.', 'I think it is fine.', {
    fields: trajectory({ mode: 'any_order', minimums: { search: 1 } }),
    expected: trace(0, 'fail', [], ['search: called never, expected at least once']),
  }),
];

const IN_ORDER: readonly Scenario[] = [
  scenario('steps-with-a-gap', 'Cancel my order.', 'Cancelled.', {
    calls: [call('find_order', { id: 7 }), call('log', { level: 'info' }), call('cancel', { id: 7 })],
    fields: trajectory({ mode: 'in_order', expected: [{ tool: 'find_order' }, { tool: 'cancel', input: { id: 7 } }] }),
    expected: trace(1, 'pass', ['find_order({"id":7})', 'cancel({"id":7})']),
  }),
  scenario('steps-swapped', 'Cancel my second order.', 'Cancelled, I believe.', {
    calls: [call('cancel', { id: 8 }), call('find_order', { id: 8 })],
    fields: trajectory({ mode: 'in_order', expected: [{ tool: 'find_order' }, { tool: 'cancel' }] }),
    expected: trace(0.5, 'fail', ['find_order({"id":8})'], ['cancel: called, but not in this order']),
  }),
  scenario('wrong-amount', 'Refund 20 euros.', 'Refunded.', {
    calls: [call('lookup', { id: 9 }), call('refund', { amount: 25 })],
    fields: trajectory({ mode: 'in_order', expected: [{ tool: 'lookup', args: 'any' }, { tool: 'refund', input: { amount: 20 } }] }),
    expected: trace(0.5, 'fail', ['lookup({"id":9})'], ['refund({"amount":20}): its input was {"amount":25}']),
  }),
  scenario('three-of-four-steps', 'Send it again.', 'Sent again.', {
    calls: [call('check'), call('label'), call('ship')],
    fields: trajectory({ mode: 'in_order', expected: ['check', 'label', 'ship', 'notify'].map((tool) => ({ tool })) }),
    expected: trace(0.75, 'borderline', ['check({})', 'label({})', 'ship({})'], ['notify: never called']),
  }),
];

const EXACT: readonly Scenario[] = [
  scenario('login-steps', 'Log me in.', 'You are logged in.', {
    calls: [call('check_password', { user: 'ann' }), call('make_token'), call('audit')],
    fields: trajectory({ mode: 'exact', expected: [{ tool: 'check_password', input: { user: 'ann' } }, { tool: 'make_token' }, { tool: 'audit' }] }),
    expected: trace(1, 'pass', ['check_password({"user":"ann"})', 'make_token({})', 'audit({})']),
  }),
  scenario('one-call-too-many', 'Check and refund.', 'Done.', {
    calls: [call('check'), call('refund'), call('notify')],
    fields: trajectory({ mode: 'exact', expected: [{ tool: 'check' }, { tool: 'refund' }] }),
    expected: trace(2 / 3, 'borderline', ['check({})', 'refund({})'], ['notify({}): not expected']),
  }),
  scenario('small-talk', 'Good morning!', 'Good morning! How can I help?', {
    fields: trajectory({ mode: 'exact', expected: [] }),
    expected: trace(1, 'pass', []),
  }),
  scenario('nosy-small-talk', 'Good evening!', 'Good evening, Ann!', {
    calls: [call('read_profile', { user: 'ann' })],
    fields: trajectory({ mode: 'exact', expected: [] }),
    expected: trace(0, 'fail', [], ['read_profile({"user":"ann"}): not expected']),
  }),
];

/** Checks of the tools that were called, in the three modes. */
export const TOOL_USE: readonly Scenario[] = [...ANY_ORDER, ...IN_ORDER, ...EXACT];
