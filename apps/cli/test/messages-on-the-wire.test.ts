import { describe, expect, test } from 'vitest';
import { askedTarget, HELLO } from './support/projects/asked-target.js';

const TOOLS = '[{role: user, content: Weather?, name: bob}, {role: assistant, tool_calls: [{tool: weather, input: {city: Rome}}, {tool: time, input: {}, id: abc}, {tool: wind, input: {}, id: Ab3dE6gH9}]}, {role: tool, content: sunny}, {role: tool, content: noon}, {role: tool, content: none}, {role: user, content: And?}]';
const PDF = '[{role: user, content: [{type: text, value: Read}, {type: file, value: doc.pdf}]}]';

interface Sent {
  readonly role: string;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

const idsOf = (messages: readonly Sent[]) => ({ called: messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)), answered: messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id])) });

describe('Mistral', () => {
  test('gets ids of tool calls as it takes them, and no names of messages', async () => {
    const { sent, row } = await askedTarget({ provider: 'mistral', input: TOOLS });
    const messages = sent?.['messages'] as readonly Sent[];
    const { called, answered } = idsOf(messages);
    expect(called).toEqual(['call00001', 'call00002', 'Ab3dE6gH9']);
    expect(answered).toEqual(called);
    expect(messages.some((message) => 'name' in message)).toBe(false);
    expect(row?.warnings).toEqual(['the names of messages (bob) were left out: mistral has no place for them in what it was sent']);
  });

  test('gets PDF files in its own form', async () => {
    const { sent } = await askedTarget({ provider: 'mistral', input: PDF, files: { 'doc.pdf': '%PDF-1.4\n' } });
    expect(sent?.['messages']).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Read' }, { type: 'document_url', document_url: `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n').toString('base64')}` }] }]);
  });
});

test('others get ids and names as they are written', async () => {
  const { sent, row } = await askedTarget({ provider: 'openai', input: TOOLS });
  const messages = sent?.['messages'] as readonly Sent[];
  expect(idsOf(messages).called).toEqual(['call_1', 'abc', 'Ab3dE6gH9']);
  expect(messages[0]).toMatchObject({ name: 'bob' });
  expect(row?.warnings ?? []).toEqual([]);
});

test.each([
  ['anthropic', HELLO.anthropic, ''],
  ['google', HELLO.google, ''],
  ['openai-compatible', HELLO.chat, ', format: completions'],
])('%s says that names of messages have no place in what it is sent', async (provider, answer, options) => {
  const { row } = await askedTarget({ provider, answer, options, input: TOOLS });
  expect(row?.warnings?.join(' ')).toContain(`the names of messages (bob) were left out: ${provider} has no place for them`);
});
