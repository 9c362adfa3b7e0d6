import { describe, expect, test } from 'vitest';
import { makeResponse } from '../../test/evaluation-input.js';
import { repliedTurns } from '../texts/replied-turns.js';
import { judgedReply } from './judged-reply.js';

const call = { tool: 'refund', input: { id: 7 } };

describe('repliedTurns', () => {
  test('a plain reply is told by its text alone', () => {
    expect(repliedTurns(makeResponse())).toBeUndefined();
    expect(repliedTurns(makeResponse({ messages: [] }))).toBeUndefined();
    expect(judgedReply(makeResponse({ text: 'Hi', messages: [] }))).toEqual({ candidate: 'Hi' });
  });

  test('turns are marked as generated, tool results are not', () => {
    const messages = [
      { role: 'assistant', content: 'Looking.', toolCalls: [call] },
      { role: 'tool', content: 'done' },
      { role: 'assistant', content: 'It is done.' },
    ] as const;
    expect(repliedTurns(makeResponse({ text: 'It is done.', messages, toolCalls: [call] }))).toEqual([
      { ...messages[0], generated: true },
      messages[1],
      { ...messages[2], generated: true },
    ]);
  });

  test('calls that no message has stand with the last turn, or alone', () => {
    const turn = { role: 'assistant', content: 'Done.' } as const;
    expect(repliedTurns(makeResponse({ text: 'Done.', messages: [turn], toolCalls: [call] }))).toEqual([{ ...turn, generated: true, toolCalls: [call] }]);
    expect(repliedTurns(makeResponse({ text: '', messages: [], toolCalls: [call] }))).toEqual([{ role: 'assistant', toolCalls: [call], generated: true }]);
  });

  test('a text that no message has is a turn of its own', () => {
    const messages = [{ role: 'assistant', content: null, toolCalls: [call] }] as const;
    expect(repliedTurns(makeResponse({ text: 'Done.', messages, toolCalls: [call] }))).toEqual([
      { ...messages[0], generated: true },
      { role: 'assistant', content: 'Done.', generated: true },
    ]);
  });
});
