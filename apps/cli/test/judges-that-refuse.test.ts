import { expect, test } from 'vitest';
import { ended, judge, RUBRIC } from './support/projects/judged-reply.js';

const CUT_OFF = /raise the token limit/u;

test.each([
  ['refuses', 'I will not grade this.', 'refusal', 'it is a refusal'],
  ['is stopped by a filter', 'The reply', 'content_filter', 'it was cut off by a filter'],
  ['is stopped by a filter before it said anything', '', 'content_filter', 'it was cut off by a filter'],
])('a judge that %s is not said to need more tokens', async (_, content, reason, why) => {
  const { row, finished } = await judge('Quiet.', [ended(content, reason)], RUBRIC);
  const [vote] = row.evaluators[0]?.points?.[0]?.judges ?? [];
  expect(vote?.error?.message).toContain(`the reply is unusable: ${why}`);
  expect(finished.stdout).toContain('have a judge of another model look at it');
  expect(finished.stdout).not.toMatch(CUT_OFF);
  expect(row.score).toBeNull();
  expect(finished.exitCode).toBe(3);
});

test('a judge that is cut off is', async () => {
  const { row, finished } = await judge('Quiet.', [ended('The reply', 'length')], RUBRIC);
  expect(row.evaluators[0]?.points?.[0]?.judges?.[0]?.error?.message).toContain('it was cut off before its end');
  expect(finished.stdout).toMatch(CUT_OFF);
});
