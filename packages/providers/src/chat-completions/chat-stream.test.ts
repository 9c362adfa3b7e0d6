import { expect, test } from 'vitest';
import { ReplyMeter } from '../reply-size/reply-meter.js';
import type { CallContext } from '../http/errors/api-error.js';
import { chatReply } from './chat-reply.js';
import { assembleChat } from './chat-stream.js';

const context: CallContext = { target: 't', provider: 'p', model: 'm', host: 'h', keyHint: '', redact: (text) => text, servedBy: { kind: 'programs' } };

async function replyOf(deltas: readonly object[]) {
  async function* events() {
    for (const delta of deltas) yield { choices: [{ delta }] };
    yield { choices: [{ delta: {}, finish_reason: 'stop' }] };
  }
  const meter = new ReplyMeter({ mostBytes: 1_000_000, memory: undefined });
  return chatReply(await assembleChat(events(), meter, context), context);
}

const call = (input: unknown, more: object = {}) => ({ tool_calls: [{ index: 0, function: { arguments: input, ...more } }] });

test('arguments of a tool call arrive as pieces of their text', async () => {
  const { toolCalls } = await replyOf([call('{"a"', { name: 'look' }), call(':1}')]);
  expect(toolCalls).toMatchObject([{ tool: 'look', input: { a: 1 } }]);
});

test('or as a value, which some servers send', async () => {
  const { toolCalls } = await replyOf([call({ a: 1 }, { name: 'look' })]);
  expect(toolCalls).toMatchObject([{ tool: 'look', input: { a: 1 } }]);
});

test('tool calls that are no list are a bad reply, as without a stream', async () => {
  await expect(replyOf([{ content: 'fine' }, { tool_calls: 'look' }])).rejects.toThrow('tool_calls must be a list');
});
