import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readExpectedMessages } from './expected-messages.js';
import { readInputMessages } from './input-messages.js';

const Q = [{ role: 'user', content: 'Q' }];

function input(raw: Readonly<Record<string, unknown>>) {
  const { context, found } = recordingContext();
  return { messages: readInputMessages(context, raw, []), found };
}

test.each([
  [{ input: 'Q' }, Q],
  [{ input: Q }, Q],
  [{ input_messages: Q }, Q],
  [{ input: 'Q', input_messages: Q }, Q],
  [{ input: 'Q', input_messages: null }, Q],
  [{}, undefined],
  [{ input: null }, undefined],
])('%j', (raw, messages) => {
  expect(input(raw)).toEqual({ messages, found: [] });
});

test.each([
  [{ input: ' ' }, 'error invalid-field at input: input must not be empty -> write what the target is asked'],
  [{ input: 5 }, 'error invalid-field at input: input must be a string or a list of messages, not a number -> put it in quotes: input: "5"'],
  [{ input_messages: 'Q' }, 'error invalid-field at input_messages: input_messages must be a list of messages, not a string -> write input: "…" for a single user message, or a list of messages with role and content'],
  [{ input_messages: {} }, 'error invalid-field at input_messages: input_messages must be a list of messages, not a mapping -> write input: "…" for a single user message, or a list of messages with role and content'],
  [{ input_messages: [] }, 'error invalid-field at input_messages: input_messages must hold at least one message -> add - role: user and content: …'],
])('%j is an error, not a missing field', (raw, finding) => {
  expect(input(raw)).toEqual({ messages: [], found: [finding] });
});

test('of two that differ the canonical one is read, and only that one is checked', () => {
  const { messages, found } = input({ input: 5, input_messages: Q });
  expect(messages).toEqual(Q);
  expect(found).toEqual([expect.stringMatching(/^warning alias-conflict at key input: /u)]);
});

test('the two fields of a case have the same precedence', () => {
  const { context } = recordingContext({ aliasPrecedence: 'shorthand' });
  const answer = (content: string) => [{ role: 'assistant', content }];
  expect(readExpectedMessages(context, { expected_output: 'short', expected_messages: answer('long') }, [])).toEqual(answer('short'));
  expect(readInputMessages(context, { input: 'short', input_messages: Q }, [])).toEqual([{ role: 'user', content: 'short' }]);
});
