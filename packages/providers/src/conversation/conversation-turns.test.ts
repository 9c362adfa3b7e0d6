import type { JsonValue, Message } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/targets.js';
import type { CallContext } from '../http/errors/api-error.js';
import { conversationTurns, type PartFormat } from './conversation-turns.js';

const context: CallContext = {
  target: 'subject',
  provider: 'p',
  model: 'm',
  host: 'example.com',
  keyHint: '',
  redact: (text: string) => text,
  servedBy: { kind: 'programs' },
};

const format: PartFormat<string> = {
  accepts: /^image\//u,
  text: (text) => text,
  attachment: ({ name }) => `file ${name}`,
  call: ({ call, id, first }) => `${first ? '' : '+'}${call.tool}#${id}`,
  result: ({ id }, output: JsonValue | undefined) => `${id}=${JSON.stringify(output)}`,
};

function turnsOf(messages: readonly Message[]) {
  return conversationTurns(messages, format, context);
}

describe('turns', () => {
  test('system text stands apart, wherever it was, and the rest keeps its order', async () => {
    expect(
      await turnsOf([
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: 'Hello.' },
      ]),
    ).toEqual({
      system: 'Be kind.\n\nBe brief.',
      turns: [
        { role: 'user', parts: ['Hi'] },
        { role: 'assistant', parts: ['Hello.'] },
      ],
    });
  });

  test('every call is answered in the user turn after it, recorded results first', async () => {
    const { turns } = await turnsOf([
      { role: 'assistant', content: 'Looking.', toolCalls: [{ tool: 'read' }, { tool: 'search', output: 1, id: 's' }] },
      { role: 'tool', content: 'the page' },
      { role: 'user', content: 'And?' },
    ]);
    expect(turns).toEqual([
      { role: 'assistant', parts: ['Looking.', 'read#call_1', '+search#s'] },
      { role: 'user', parts: ['s=1', 'call_1="the page"', 'And?'] },
    ]);
  });

  test('a call that nobody answered gets an empty result, before the next turn and at the end', async () => {
    const call: Message = { role: 'assistant', toolCalls: [{ tool: 'read' }] };
    const { turns } = await turnsOf([call, call]);
    expect(turns).toEqual([
      { role: 'assistant', parts: ['read#call_1'] },
      { role: 'user', parts: ['call_1=undefined'] },
      { role: 'assistant', parts: ['read#call_2'] },
      { role: 'user', parts: ['call_2=undefined'] },
    ]);
  });

  test('a result that nobody asked for is said by the user', async () => {
    expect((await turnsOf([{ role: 'tool', content: 'x' }])).turns).toEqual([
      { role: 'user', parts: ['[tool result]\nx'] },
    ]);
  });

  test('an empty turn of the assistant keeps its place', async () => {
    expect((await turnsOf([{ role: 'assistant', content: '' }])).turns).toEqual([{ role: 'assistant', parts: [''] }]);
  });

  test('an attachment outside a user message is refused', async () => {
    const content = [{ type: 'file', value: 'a.png', path: '/a.png', mediaType: 'image/png' }] as const;
    const error = await failureOf(turnsOf([{ role: 'assistant', content }]));
    expect(error).toMatchObject({ kind: 'bad_request', hint: 'attach files to user messages only' });
  });
});
