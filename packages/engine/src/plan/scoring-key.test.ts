import { describe, expect, test } from 'vitest';
import { evalCase, evaluator, reply } from '../../test/samples.js';
import { assessmentKey, expectationsKey, scoringKey, type ScoringSettings } from './scoring-key.js';

function keyOf(
  judges: readonly string[],
  answer: ReturnType<typeof reply> | null,
  overrides: Parameters<typeof evalCase>[0] = {},
  settings: ScoringSettings = {},
): string {
  return scoringKey(expectationsKey(evalCase(overrides), settings), new Set(judges), answer);
}

const key = keyOf(['gpt', 'claude'], reply('four'));

describe('scoringKey', () => {
  test('is 32 hex digits; the order of the judges has no part in it', () => {
    expect(key).toMatch(/^[0-9a-f]{32}$/u);
    expect(keyOf(['claude', 'gpt', 'gpt'], reply('four'))).toBe(key);
  });

  test.each([
    ['evaluator', keyOf(['gpt', 'claude'], reply('four'), { evaluators: [evaluator('good', { weight: 2 })] })],
    ['expected outcome', keyOf(['gpt', 'claude'], reply('four'), { expectedOutcome: 'x' })],
    ['judge', keyOf(['gpt'], reply('four'))],
    ['reply', keyOf(['gpt', 'claude'], reply('five'))],
    ['tool call', keyOf(['gpt', 'claude'], reply('four', { toolCalls: [{ tool: 'add' }] }))],
    ['meaning of an empty reply', keyOf(['gpt', 'claude'], reply('four'), {}, { allowEmpty: true })],
    ['version of an evaluator', keyOf(['gpt', 'claude'], reply('four'), {}, { versions: { good: '2' } })],
    ['missing reply', keyOf(['gpt', 'claude'], null)],
  ])('another %s is another scoring', (_, other) => {
    expect(other).not.toBe(key);
  });

  test('time and cost of the reply do not count', () => {
    expect(keyOf(['gpt', 'claude'], reply('four', { latencyMs: 99, costUsd: 3 }))).toBe(key);
  });
});

describe('assessmentKey', () => {
  const settings = { described: evalCase(), thresholds: { pass: 0.8, borderline: 0.6 }, rubricRequired: true, assessors: 'a' };
  const expectations = expectationsKey(evalCase());
  const known = assessmentKey(expectations, settings);

  test('is the same for the same, and needs no reply', () => {
    expect(assessmentKey(expectationsKey(evalCase()), { ...settings })).toBe(known);
  });

  test.each([
    ['an evaluator', assessmentKey(expectationsKey(evalCase({ evaluators: [evaluator('good', { weight: 2 })] })), settings)],
    ['the judges', assessmentKey(expectations, { ...settings, assessors: 'b' })],
    ['nobody who judges', assessmentKey(expectations, { ...settings, assessors: undefined })],
    ['the limits of verdicts', assessmentKey(expectations, { ...settings, thresholds: { pass: 0.9, borderline: 0.6 } })],
    ['what must hold', assessmentKey(expectations, { ...settings, rubricRequired: false })],
    ['the weight of the case', assessmentKey(expectations, { ...settings, described: evalCase({ weight: 2 }) })],
    ['its tags', assessmentKey(expectations, { ...settings, described: evalCase({ tags: ['a'] }) })],
    ['its conversation', assessmentKey(expectations, { ...settings, described: evalCase({ conversationId: 'a' }) })],
    ['its variables', assessmentKey(expectations, { ...settings, described: evalCase({ vars: { hint: 'a' } }) })],
    ['its metadata', assessmentKey(expectations, { ...settings, described: evalCase({ metadata: { hint: 'a' } }) })],
  ])('changes with %s', (_, other) => {
    expect(other).not.toBe(known);
  });
});
