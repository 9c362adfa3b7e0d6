import { describe, expect, test } from 'vitest';
import { evalCase, evaluator, reply } from '../../test/samples.js';
import { scoringKey } from './scoring-key.js';

const key = scoringKey(evalCase(), ['gpt', 'claude'], reply('four'));

describe('scoringKey', () => {
  test('is 32 hex digits; the order of the judges has no part in it', () => {
    expect(key).toMatch(/^[0-9a-f]{32}$/u);
    expect(scoringKey(evalCase(), ['claude', 'gpt', 'gpt'], reply('four'))).toBe(key);
  });

  test.each([
    ['evaluator', scoringKey(evalCase({ evaluators: [evaluator('good', { weight: 2 })] }), ['gpt', 'claude'], reply('four'))],
    ['expected outcome', scoringKey(evalCase({ expectedOutcome: 'x' }), ['gpt', 'claude'], reply('four'))],
    ['judge', scoringKey(evalCase(), ['gpt'], reply('four'))],
    ['reply', scoringKey(evalCase(), ['gpt', 'claude'], reply('five'))],
    ['tool call', scoringKey(evalCase(), ['gpt', 'claude'], reply('four', { toolCalls: [{ tool: 'add' }] }))],
    ['meaning of an empty reply', scoringKey(evalCase(), ['gpt', 'claude'], reply('four'), { allowEmpty: true })],
    ['version of an evaluator', scoringKey(evalCase(), ['gpt', 'claude'], reply('four'), { versions: { good: '2' } })],
    ['missing reply', scoringKey(evalCase(), ['gpt', 'claude'], null)],
  ])('another %s is another scoring', (_, other) => {
    expect(other).not.toBe(key);
  });

  test('time and cost of the reply do not count', () => {
    expect(scoringKey(evalCase(), ['gpt', 'claude'], reply('four', { latencyMs: 99, costUsd: 3 }))).toBe(key);
  });
});
