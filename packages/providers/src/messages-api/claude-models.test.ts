import { expect, test } from 'vitest';
import { hasOutputFormat, samplingIsFixed } from './claude-models.js';

test.each([
  ['claude-3-haiku-20240307', false, false],
  ['claude-3-5-sonnet-latest', false, false],
  ['claude-2.1', false, false],
  ['claude-sonnet-4-20250514', false, false],
  ['claude-opus-4-1-20250805', false, false],
  ['claude-sonnet-4-5-20250929', false, true],
  ['claude-sonnet-4-6', false, true],
  ['claude-opus-4-7', true, true],
  ['claude-opus-5', true, true],
  ['claude-sonnet-5-5', true, true],
  ['us.anthropic.claude-haiku-4-5', false, true],
  ['claude-mythos-preview', true, true],
  ['another-model-9', false, false],
])('%s: sampling fixed %s, output format %s', (model, fixed, format) => {
  expect(samplingIsFixed(model)).toBe(fixed);
  expect(hasOutputFormat(model)).toBe(format);
});
