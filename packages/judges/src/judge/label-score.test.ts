import type { ProviderResponse } from '@assay/schema';
import { expect, test } from 'vitest';
import { labelScore } from './label-score.js';

const reply = (text: string, more: Partial<ProviderResponse> = {}): ProviderResponse => ({ text, messages: [], toolCalls: [], latencyMs: 1, raw: null, ...more }) as ProviderResponse;
const scored = (scores: Readonly<Record<string, number>>): Partial<ProviderResponse> => ({ messages: [{ role: 'tool', name: 'label_scores', content: scores }, { role: 'assistant', content: 'x' }] });

test.each([
  ['the score of the label', reply('good', scored({ good: 0.7, bad: 0.3 })), 'bad', 0.3],
  ['in any case', reply('GOOD', scored({ GOOD: 0.7, BAD: 0.3 })), ' good ', 0.7],
  ['no more than 1', reply('good', scored({ good: 1.000_001 })), 'good', 1],
  ['the label alone', reply('Good\n'), 'good', 1],
  ['the label and how sure it is', reply('good', { confidence: 0.8 }), 'good', 0.8],
  ['another label', reply('bad', { confidence: 0.8 }), 'good', 0],
])('%s', (_, response, label, score) => {
  expect(labelScore(response, label).score).toBe(score);
});

test.each([
  ['a label that there is none of', reply('good', scored({ good: 0.7, bad: 0.3 })), 'fine', 'the classifier has no label "fine"; it has good, bad'],
  ['an empty reply', reply(' '), 'good', 'the classifier named no label'],
])('%s is no 0', (_, response, label, message) => {
  expect(() => labelScore(response, label)).toThrow(expect.objectContaining({ code: 'unscored', message }));
});
