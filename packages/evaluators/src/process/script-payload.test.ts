import { describe, expect, test } from 'vitest';
import { makeCase, makeResponse } from '../../test/evaluation-input.js';
import { scriptPayload } from './script-payload.js';

describe('scriptPayload', () => {
  test('gives a script the case, the response and its own options, in snake_case', () => {
    const evalCase = makeCase({
      inputMessages: [
        {
          role: 'user',
          content: [
            { type: 'text', value: 'Check this' },
            { type: 'file', value: 'rules.md', path: '/suite/rules.md', text: 'Be kind.', guideline: true },
            { type: 'file', value: 'data.csv', path: '/suite/data.csv', text: 'a,b' },
            { type: 'file', value: 'photo.png' },
          ],
        },
      ],
    });
    const toolCalls = [
      { tool: 'search', input: { maxItems: 1 }, output: ['x'], durationMs: 7 },
      { tool: '__proto__' },
      { tool: 'search' },
    ];
    const response = makeResponse({
      text: 'Done',
      messages: [{ role: 'assistant', content: 'Done', toolCalls }],
      toolCalls,
      usage: { inputTokens: 5, outputTokens: 6 },
      costUsd: 0.25,
    });
    expect(JSON.parse(JSON.stringify(scriptPayload(evalCase, response, { allow: ['a'] })))).toEqual({
      id: 'case-1',
      question: 'Check this\n\n<file path="data.csv">\na,b\n</file>\n\n[file: photo.png]',
      expected_outcome: 'Says that 2 + 2 is 4',
      reference_answer: 'It is 4.',
      candidate_answer: 'Done',
      input_messages: [
        {
          role: 'user',
          content: [
            { type: 'text', value: 'Check this' },
            { type: 'file', value: 'rules.md', path: '/suite/rules.md', text: 'Be kind.', guideline: true },
            { type: 'file', value: 'data.csv', path: '/suite/data.csv', text: 'a,b' },
            { type: 'file', value: 'photo.png' },
          ],
        },
      ],
      expected_messages: [{ role: 'assistant', content: 'It is 4.' }],
      output_messages: [
        {
          role: 'assistant',
          content: 'Done',
          tool_calls: [
            { tool: 'search', input: { maxItems: 1 }, output: ['x'], duration_ms: 7 },
            { tool: '__proto__' },
            { tool: 'search' },
          ],
        },
      ],
      guideline_files: ['/suite/rules.md'],
      input_files: ['/suite/data.csv', 'photo.png'],
      trace_summary: {
        tool_call_count: 3,
        tool_calls_by_name: JSON.parse('{"search": 2, "__proto__": 1}'),
        tool_calls: [
          { tool: 'search', input: { maxItems: 1 }, output: ['x'], duration_ms: 7 },
          { tool: '__proto__' },
          { tool: 'search' },
        ],
        duration_ms: 120,
        token_usage: { input: 5, output: 6 },
        cost_usd: 0.25,
      },
      config: { allow: ['a'] },
    });
  });

  test('gives a script the context of the case, when it has one', () => {
    const evalCase = makeCase({ context: { city: 'Rome' } });
    expect(scriptPayload(evalCase, makeResponse(), {})).toMatchObject({ context: { city: 'Rome' } });
    expect(scriptPayload(makeCase(), makeResponse(), {})).not.toHaveProperty('context');
  });
});
