import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import type { JsonObject } from '@assay/schema';
import { readPromptMessages } from './prompt-messages.js';

function read(raw: JsonObject) {
  const { context, found } = recordingContext({ documentDepth: 1 });
  return { messages: readPromptMessages(context, raw, [1, 0]), found };
}

const conversation = (...messages: readonly JsonObject[]): JsonObject => ({ messages });

describe('what a prompt asks', () => {
  test.each<[JsonObject, unknown]>([
    [{ prompt: 'Where?' }, [{ role: 'user', content: 'Where?' }]],
    [{ promptText: 'Where?' }, [{ role: 'user', content: 'Where?' }]],
    [{ prompt: 'Where?', promptText: 'Where?' }, [{ role: 'user', content: 'Where?' }]],
    [{ id: 'x' }, undefined],
    [{ prompt: null, messages: null }, undefined],
    [conversation({ role: 'user', content: 'a' }, { role: 'assistant', content: 'b' }), [{ role: 'user', content: 'a' }, { role: 'assistant', content: 'b' }]],
    [conversation({ user: 'a' }, { assistant: 'b' }, { ai: 'c' }, { system: 'd' }), [{ role: 'user', content: 'a' }, { role: 'assistant', content: 'b' }, { role: 'assistant', content: 'c' }, { role: 'system', content: 'd' }]],
    [conversation({ role: 'ai', content: 'b' }), [{ role: 'assistant', content: 'b' }]],
    [conversation({ user: 'a' }, { assistant: null }, { user: 'c' }), [{ role: 'user', content: 'a' }, { role: 'assistant', content: null }, { role: 'user', content: 'c' }]],
    [conversation({ assistant: null }, { ai: null }), [{ role: 'assistant', content: null }, { role: 'assistant', content: null }]],
    [conversation({ role: 'assistant', content: null }), [{ role: 'assistant', content: null }]],
    [conversation({ user: [{ type: 'text', value: 'a' }] }), [{ role: 'user', content: [{ type: 'text', value: 'a' }] }]],
    [conversation({ role: 'assistant', content: '', tool_calls: [{ tool: 'look' }] }), [{ role: 'assistant', content: '', toolCalls: [{ tool: 'look' }] }]],
    [conversation({ user: 'a', name: 'ann' }), [{ role: 'user', content: 'a', name: 'ann' }]],
  ])('%j', (raw, messages) => {
    expect(read(raw)).toEqual({ messages, found: [] });
  });
});

describe('what is wrong', () => {
  test.each<[JsonObject, string]>([
    [{ prompt: 'a', messages: [{ user: 'b' }] }, 'error invalid-field at key 1.0.messages: a prompt has either prompt or messages, but this one has both (prompt is here: key 1.0.prompt) -> remove one of them; with messages, what is asked last stands in the list'],
    [{ prompt: ' ' }, 'error invalid-field at 1.0.prompt: prompt must not be empty -> write what the model is asked; a conversation stands under messages'],
    [{ prompt: 4 }, 'error invalid-field at 1.0.prompt: prompt must be a text, not a number -> put it in quotes: prompt: "4"'],
    [{ messages: [] }, 'error invalid-field at 1.0.messages: messages must hold at least one message -> write - user: …, or - role: user and content: …'],
    [{ messages: 'hi' }, 'error invalid-field at 1.0.messages: messages must be a list, not a string -> write - user: …, or - role: user and content: …'],
    [conversation({ user: '' }), 'error invalid-field at 1.0.messages.0.user: messages[0] must not be empty -> write the text of the message'],
    [conversation({ role: 'system', content: ' ' }), 'error invalid-field at 1.0.messages.0.content: messages[0] must not be empty -> write the text of the message'],
    [conversation({ assistant: '' }), 'error invalid-field at 1.0.messages.0.assistant: messages[0] must not be empty -> write null for a turn that is to be generated'],
    [conversation({ user: null }), 'error invalid-field at 1.0.messages.0.user: messages[0].content must be a string, a list of parts or a mapping, not nothing -> write the text of the message'],
    [conversation({ user: 'a' }, { user: 4 }), 'error invalid-field at 1.0.messages.1.user: messages[1].content must be a string, a list of parts or a mapping, not a number -> put it in quotes: "4"'],
    [conversation({ user: 'a', assistant: 'b' }), 'error invalid-field at 1.0.messages.0: messages[0] has two roles, user and assistant -> start a new message with - for each role'],
    [conversation({ role: 'usr', content: 'a' }), 'error invalid-field at 1.0.messages.0.role: messages[0].role must be one of system, user, assistant, tool, not "usr" -> did you mean user?'],
    [conversation({ Assistant: null }), 'error invalid-field at 1.0.messages.0: messages[0] has no role; allowed: system, user, assistant, tool -> write role: assistant and content: …, in place of Assistant'],
    [conversation({ human: 'a' }), 'error invalid-field at 1.0.messages.0: messages[0] has no role; allowed: system, user, assistant, tool -> write role: user and content: …, in place of human'],
  ])('%j', (raw, finding) => {
    expect(read(raw).found).toContain(finding);
  });

  test('prompt and promptText that differ: prompt is asked', () => {
    const { messages, found } = read({ prompt: 'a', promptText: 'b' });
    expect(messages).toEqual([{ role: 'user', content: 'a' }]);
    expect(found).toEqual([expect.stringContaining('prompt and promptText differ; prompt is used')]);
  });
});
