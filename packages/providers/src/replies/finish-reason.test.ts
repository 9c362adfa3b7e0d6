import { expect, test } from 'vitest';
import { endOfReply, finishReasonOf } from './finish-reason.js';

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

test.each([
  ['STOP', [{}], 'tool_calls'],
  ['stop', [{}], 'tool_calls'],
  ['stop', [], 'stop'],
  ['length', [{}], 'length'],
  [undefined, [{}], undefined],
])('a reply that ends with %j and calls %j ends with %s', (told, calls, expected) => {
  expect(endOfReply(told, calls)).toBe(expected);
});
