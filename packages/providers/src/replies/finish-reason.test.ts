import { expect, test } from 'vitest';
import { finishReasonOf } from './finish-reason.js';

test.each([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['STOP', 'stop'],
  ['stop_sequence', 'stop'],
  ['eos_token', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['tool_calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['content_filter', 'filter'],
  ['SAFETY', 'filter'],
  ['RECITATION', 'filter'],
  ['refusal', 'refusal'],
  ['MALFORMED_FUNCTION_CALL', 'other'],
  ['toString', 'other'],
])('%s is %s', (told, expected) => {
  expect(finishReasonOf(told)).toBe(expected);
});

test.each([undefined, null, '', 7, 'FINISH_REASON_UNSPECIFIED'])('%j tells nothing', (told) => {
  expect(finishReasonOf(told)).toBeUndefined();
});
