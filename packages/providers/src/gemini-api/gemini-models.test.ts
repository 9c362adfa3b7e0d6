import { expect, test } from 'vitest';
import { refusesLogprobs } from './gemini-models.js';

test.each([
  ['gemini-1.5-flash-002', false],
  ['gemini-2.0-flash', false],
  ['models/gemini-2.0-flash-lite-001', false],
  ['gemini-2.5-pro', true],
  ['gemini-3-pro-preview', true],
  ['gemini-3.5-flash', true],
  ['gemini-10-flash', true],
  ['in-house', false],
])('%s refuses to give token probabilities: %s', (model, expected) => {
  expect(refusesLogprobs(model)).toBe(expected);
});
