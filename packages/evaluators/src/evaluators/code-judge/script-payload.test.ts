import { describe, expect, test } from 'vitest';
import { makeCase, makeResponse } from '../../../test/evaluation-input.js';
import { scriptPayload } from './script-payload.js';

describe('scriptPayload', () => {
  test('gives a script the case, the response and its own options, in snake_case', () => {
    const evalCase = makeCase({
      metadata: { topic: 'sums' },
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
      { tool: 'search', output: { error: 'timed out' }, durationMs: 9 },
    ];
    const response = makeResponse({
      text: 'Done',
      messages: [{ role: 'assistant', content: 'Done', toolCalls }],
      toolCalls,
      usage: { inputTokens: 5, outputTokens: 6, cachedInputTokens: 2 },
      costUsd: 0.25,
    });
    const figures = { duration_ms: 120, token_usage: { input: 5, output: 6, cached: 2 }, cost_usd: 0.25 };
    const own = {
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
            { tool: 'search', output: { error: 'timed out' }, duration_ms: 9 },
          ],
        },
      ],
      guideline_files: ['/suite/rules.md'],
      input_files: ['/suite/data.csv', 'photo.png'],
      trace_summary: {
        event_count: 3,
        tool_names: ['__proto__', 'search'],
        tool_call_count: 3,
        tool_calls_by_name: JSON.parse('{"search": 2, "__proto__": 1}'),
        error_count: 1,
        tool_durations: { search: [7, 9] },
        tool_calls: [
          { tool: 'search', input: { maxItems: 1 }, output: ['x'], duration_ms: 7 },
          { tool: '__proto__' },
          { tool: 'search', output: { error: 'timed out' }, duration_ms: 9 },
        ],
        ...figures,
      },
      config: { allow: ['a'] },
    };
    const { expected_outcome: criteria, candidate_answer: output, input_messages: input, expected_messages: expected, output_messages: messages } = own;
    const today = { criteria, output, input, expected_output: expected, messages, metadata: { topic: 'sums' }, ...figures };
    expect(JSON.parse(JSON.stringify(scriptPayload(evalCase, response, { allow: ['a'] })))).toEqual({ ...own, ...today });
    const counts = JSON.parse('{"search": 2, "__proto__": 1}') as object;
    expect(JSON.parse(JSON.stringify(scriptPayload(evalCase, response, {}, true)))).toMatchObject({ trace_summary: { tool_calls: counts } });
  });

  test('leaves out figures that are not known, also where a recording has none', () => {
    const payload = (overrides: Parameters<typeof makeResponse>[0]) =>
      (JSON.parse(JSON.stringify(scriptPayload(makeCase(), makeResponse(overrides), {}))) as { trace_summary: object }).trace_summary;
    const nothing = { event_count: 0, tool_names: [], tool_call_count: 0, tool_calls_by_name: {}, error_count: 0, tool_calls: [] };
    expect(payload({ latencyMs: NaN })).toEqual(nothing);
    expect(payload({ latencyMs: 0, costUsd: 0, usage: { inputTokens: 0, outputTokens: 0 } })).toEqual({
      ...nothing,
      duration_ms: 0,
      cost_usd: 0,
      token_usage: { input: 0, output: 0 },
    });
  });

  test.each([
    [undefined, 0],
    ['error', 0],
    [{ error: null }, 0],
    [{ error: false, rows: [] }, 0],
    [{ error: '' }, 0],
    [['error'], 0],
    [{ error: 'no such order' }, 1],
    [{ error: { code: 404 } }, 1],
    [{ isError: true, content: [] }, 1],
    [{ is_error: true }, 1],
    [{ is_error: false }, 0],
  ])('a tool that returned %j counts as %d errors', (output, errors) => {
    const toolCalls = [{ tool: 'find', ...(output === undefined ? {} : { output }) }];
    expect(scriptPayload(makeCase(), makeResponse({ toolCalls }), {})).toMatchObject({ trace_summary: { error_count: errors } });
  });

  test('gives every message content, since null is more than many scripts expect', () => {
    const inputMessages = [
      { role: 'user' as const, content: 'Hi' },
      { role: 'assistant' as const, content: null },
      { role: 'assistant' as const, toolCalls: [{ tool: 'find' }] },
    ];
    expect(scriptPayload(makeCase({ inputMessages }), makeResponse(), {})['input_messages']).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: '', tool_calls: [{ tool: 'find' }] },
    ]);
  });

  test('gives a script the context of the case, when it has one', () => {
    const evalCase = makeCase({ context: { city: 'Rome' } });
    expect(scriptPayload(evalCase, makeResponse(), {})).toMatchObject({ context: { city: 'Rome' } });
    expect(scriptPayload(makeCase(), makeResponse(), {})).not.toHaveProperty('context');
  });
});
