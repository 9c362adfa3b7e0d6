import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readMessages } from './messages.js';

function read(...raw: readonly unknown[]) {
  const { context, found } = recordingContext();
  return { messages: readMessages(context, raw, ['input_messages']), found };
}

describe('messages that are right', () => {
  test.each([
    [{ role: 'user', content: 'Q' }, { role: 'user', content: 'Q' }],
    [{ content: 'Be brief', role: 'system' }, { role: 'system', content: 'Be brief' }],
    [{ role: 'user', content: '' }, { role: 'user', content: '' }],
    [{ role: 'assistant', content: null }, { role: 'assistant', content: null }],
    [{ role: 'assistant', content: { status: 'done' } }, { role: 'assistant', content: { status: 'done' } }],
    [{ role: 'assistant', tool_calls: [{ tool: 'read' }] }, { role: 'assistant', toolCalls: [{ tool: 'read' }] }],
    [{ role: 'assistant', content: null, tool_calls: [{ tool: 'read' }] }, { role: 'assistant', content: null, toolCalls: [{ tool: 'read' }] }],
    [{ role: 'user', content: 'Q', name: 'ann', tool_calls: null }, { role: 'user', content: 'Q', name: 'ann' }],
    [{ role: 'assistant', content: 'A', generated: true }, { role: 'assistant', content: 'A', generated: true }],
    [{ role: 'user', content: ['Q', { type: 'text', value: 'R' }] }, { role: 'user', content: [{ type: 'text', value: 'Q' }, { type: 'text', value: 'R' }] }],
  ])('%j', (raw, message) => {
    expect(read(raw)).toEqual({ messages: [message], found: [] });
  });
});

describe('messages that are wrong are left out and said', () => {
  test.each([
    ['hello', 'error invalid-field at input_messages.0: input_messages[0] must be a message (a mapping with role and content), not a string -> write - role: user and content: …'],
    [{ content: 'Q' }, 'error invalid-field at input_messages.0: input_messages[0] has no role; allowed: system, user, assistant, tool -> add role: user'],
    [{ role: 'usr', content: 'Q' }, 'error invalid-field at input_messages.0.role: input_messages[0].role must be one of system, user, assistant, tool, not "usr" -> did you mean user?'],
    [{ role: 3, content: 'Q' }, 'error invalid-field at input_messages.0.role: input_messages[0].role must be one of system, user, assistant, tool, not the number 3 -> use one of system, user, assistant, tool'],
    [{ role: 'user' }, 'error invalid-field at input_messages.0: input_messages[0] has no content -> add content: …'],
    [{ role: 'user', content: null }, 'error invalid-field at input_messages.0.content: input_messages[0].content must be a string, a list of parts or a mapping, not nothing -> write the text of the message'],
    [{ role: 'user', content: 4 }, 'error invalid-field at input_messages.0.content: input_messages[0].content must be a string, a list of parts or a mapping, not a number -> put it in quotes: "4"'],
  ])('%j', (raw, finding) => {
    expect(read(raw)).toEqual({ messages: [], found: [finding] });
  });
});

test('a key that is a role has the hint of the long form, beside the warning that it is not read', () => {
  expect(read({ user: 'Q' })).toEqual({
    messages: [],
    found: [
      expect.stringContaining('unknown key "user" in input_messages'),
      'error invalid-field at input_messages.0: input_messages[0] has no role; allowed: system, user, assistant, tool -> write role: user and content: …, in place of user',
    ],
  });
});

test.each([
  [{ role: 'user', content: 'Q', name: 7 }, 'input_messages[0].name must be a string, not a number'],
  [{ role: 'user', content: 'Q', generated: 'yes' }, 'input_messages[0].generated must be true or false, not a string'],
])('%j: an extra of the wrong type is an error', (raw, message) => {
  expect(read(raw).found).toEqual([expect.stringContaining(message)]);
});

test('tool calls of a user are kept, with a warning', () => {
  const { messages, found } = read({ role: 'user', content: 'Q', tool_calls: [{ tool: 'read' }] });
  expect(messages).toMatchObject([{ role: 'user', toolCalls: [{ tool: 'read' }] }]);
  expect(found).toEqual([expect.stringMatching(/^warning misplaced-key at key input_messages\.0\.tool_calls: /u)]);
});

test('a key that people expect gets advice', () => {
  expect(read({ role: 'user', content: 'Q', text: 'Q' }).found).toEqual([
    'warning unknown-key at key input_messages.0.text: unknown key "text" in input_messages; it is ignored -> write the text under content',
  ]);
});

test('a wrong message does not take the others with it', () => {
  expect(read({ role: 'user', content: 'a' }, 5, { role: 'user', content: 'b' }).messages.map(({ content }) => content)).toEqual(['a', 'b']);
});
