import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readExpectedMessages } from './expected-messages.js';

function read(raw: Readonly<Record<string, unknown>>) {
  const { context, found } = recordingContext();
  return { messages: readExpectedMessages(context, raw, []), found };
}

const said = (content: unknown) => [{ role: 'assistant', content }];

test.each([
  [{}, []],
  [{ expected_output: null, expected_messages: null }, []],
  [{ expected_output: 'A' }, said('A')],
  [{ expected_output: '' }, said('')],
  [{ expected_output: { risk: 'high' } }, said({ risk: 'high' })],
  [{ expected_output: {} }, said({})],
  [{ expected_output: said('A') }, said('A')],
  [{ expected_output: [] }, []],
  [{ expected_output: [1, 'a', null] }, said([1, 'a', null])],
  [{ expected_output: ['a', 'b'] }, said(['a', 'b'])],
  [{ expected_output: [{ name: 'x', role: 'admin' }] }, said([{ name: 'x', role: 'admin' }])],
  [{ expected_output: [1], expected_messages: null }, said([1])],
  [{ expected_messages: said('A') }, said('A')],
  [{ expected_messages: said({ a: 1 }), expected_output: { a: 1 } }, said({ a: 1 })],
])('%j', (raw, messages) => {
  expect(read(raw)).toEqual({ messages, found: [] });
});

test.each([
  [{ expected_output: 4 }, 'error invalid-field at expected_output: expected_output must be a string, a mapping or a list, not a number -> put it in quotes: expected_output: "4"'],
  [{ expected_output: true }, 'error invalid-field at expected_output: expected_output must be a string, a mapping or a list, not a boolean -> put it in quotes: expected_output: "true"'],
  [{ expected_messages: 'A' }, 'error invalid-field at expected_messages: expected_messages must be a list of messages, not a string -> use expected_output for a text or a mapping'],
  [{ expected_messages: { role: 'assistant', content: 'A' } }, 'error invalid-field at expected_messages: expected_messages must be a list of messages, not a mapping -> use expected_output for a text or a mapping'],
])('%j is an error', (raw, finding) => {
  expect(read(raw)).toEqual({ messages: [], found: [finding] });
});

test.each([
  [[{ role: 'asistant', content: 'A' }], 'expected_output[0].role must be one of'],
  [[{ content: 'A' }], 'expected_output[0] has no role'],
  [[{ role: 'assistant', content: 'A' }, 'B'], 'expected_output[1] must be a message'],
])('a list in which anything looks like a message, %j, is one of messages', (value, message) => {
  expect(read({ expected_output: value }).found).toEqual([expect.stringContaining(message)]);
});

test.each([
  [{ role: 'assistant', content: 'A' }],
  [{ role: 'assistant', tool_calls: [] }],
])('a mapping that looks like a message, %j, is an object as written, with a warning', (value) => {
  const { messages, found } = read({ expected_output: value });
  expect(messages).toEqual(said(value));
  expect(found).toEqual([expect.stringMatching(/^warning message-not-in-list at key expected_output: /u)]);
});

test('a role alone does not make a mapping a message', () => {
  expect(read({ expected_output: { role: 'admin', content: 'x' } }).found).toEqual([]);
});
