import { expect, test } from 'vitest';
import { checkResponse } from './check-response.js';

const reply = { text: 'x', messages: [], toolCalls: [], latencyMs: 3 };

test.each([1e300, 1.5, -1, Number.NaN, Infinity, '7'])('%s tokens are not known, which is said', (inputTokens) => {
  const checked = checkResponse({ ...reply, usage: { inputTokens: inputTokens as number, outputTokens: 1 } }, 't', 5);
  expect(checked.usage).toBeUndefined();
  expect(checked.warnings).toEqual([`a use of input tokens of ${typeof inputTokens === 'string' ? `"${inputTokens}"` : inputTokens} cannot be, and counts as not known`]);
});

test('so with a cost and a duration, beside what the reply warns of itself', () => {
  const checked = checkResponse({ ...reply, costUsd: 1e308, latencyMs: -4, warnings: ['cut short'] }, 't', 5);
  expect(checked.costUsd).toBeUndefined();
  expect(checked.latencyMs).toBe(5);
  expect(checked.warnings).toEqual([
    'cut short',
    'a cost in US dollars of 1e+308 cannot be, and counts as not known',
    'a duration in milliseconds of -4 cannot be, and counts as not known',
  ]);
});

test('figures that can be are kept, and missing ones are nothing to say', () => {
  const checked = checkResponse({ ...reply, costUsd: 0, usage: { inputTokens: 1e6, outputTokens: 0 }, latencyMs: Number.NaN }, 't', 5);
  expect(checked).toMatchObject({ costUsd: 0, usage: { inputTokens: 1e6, outputTokens: 0 }, latencyMs: Number.NaN });
  expect(checked).not.toHaveProperty('warnings');
});

test('a call whose input is nested beyond what can be stored says that', () => {
  let input: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) input = { below: input };
  expect(() => checkResponse({ ...reply, toolCalls: [{ tool: 'search', input: input as never }] }, 't', 5)).toThrow(/toolCalls\[0\]\.input that cannot be: .* it is nested too deeply$/u);
});
