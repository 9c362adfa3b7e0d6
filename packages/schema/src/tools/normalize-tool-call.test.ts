import { describe, expect, test } from 'vitest';
import { normalizeToolCall } from './normalize-tool-call.js';

describe('normalizeToolCall', () => {
  test.each<[string, unknown, unknown]>([
    [
      'eval-case form: tool, input, output',
      { tool: 'search', input: { query: 'x', max_results: 3 }, output: 'found', duration_ms: 12 },
      { tool: 'search', input: { query: 'x', max_results: 3 }, output: 'found', durationMs: 12 },
    ],
    [
      "OpenAI chat: arguments are JSON text inside 'function'",
      { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } },
      { tool: 'search', input: { query: 'x' }, id: 'call_1' },
    ],
    [
      'OpenAI responses: a flat call with a call_id',
      { type: 'function_call', call_id: 'call_2', name: 'search', arguments: '{}' },
      { tool: 'search', input: {}, id: 'call_2' },
    ],
    [
      'Anthropic: name and input',
      { type: 'tool_use', id: 'toolu_1', name: 'search', input: { query: 'x' } },
      { tool: 'search', input: { query: 'x' }, id: 'toolu_1' },
    ],
    ['TOOL_CALL line: name and arguments', { name: 'add', arguments: { a: 1 } }, { tool: 'add', input: { a: 1 } }],
    ['Google: name and args', { name: 'add', args: { a: 1 } }, { tool: 'add', input: { a: 1 } }],
    ['only a name', { tool: 'ping' }, { tool: 'ping' }],
    ['input null is an input', { tool: 'ping', input: null }, { tool: 'ping', input: null }],
    ['no arguments at all, as text', { name: 'ping', arguments: '' }, { tool: 'ping', input: {} }],
    ['arguments that are a list', { name: 'add', arguments: '[1, 2]' }, { tool: 'add', input: [1, 2] }],
    ['arguments cut short stay text', { name: 'add', arguments: '{"a": 1' }, { tool: 'add', input: '{"a": 1' }],
    ['arguments that are no JSON stay text', { name: 'say', arguments: 'hello' }, { tool: 'say', input: 'hello' }],
    ['result is an output', { name: 'add', args: {}, result: 3 }, { tool: 'add', input: {}, output: 3 }],
  ])('%s', (_title, raw, expected) => {
    expect(normalizeToolCall(raw)).toStrictEqual(expected);
  });

  test('an input that is a text stays that text, even when it looks like JSON', () => {
    expect(normalizeToolCall({ tool: 'write', input: '{"a":1}' })).toEqual({ tool: 'write', input: '{"a":1}' });
    expect(normalizeToolCall({ tool: 'write', input: '' })).toEqual({ tool: 'write', input: '' });
  });

  test('keys of the input are data and stay', () => {
    const input = { max_tokens: 1, snake_case: { a_b: 1 } };
    expect(normalizeToolCall({ tool: 't', input })?.input).toEqual(input);
  });

  test.each([
    null,
    undefined,
    'search',
    42,
    [],
    {},
    { tool: '' },
    { name: 7 },
    { function: 'search' },
    { function: { arguments: '{}' } },
    { input: {} },
  ])('%j names no tool', (raw) => {
    expect(normalizeToolCall(raw)).toBeUndefined();
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '12', null])('a duration of %s is left out', (duration) => {
    expect(normalizeToolCall({ tool: 't', duration_ms: duration })).toEqual({ tool: 't' });
  });

  test('an id that is no text is left out', () => {
    expect(normalizeToolCall({ tool: 't', id: 7 })).toEqual({ tool: 't' });
  });
});
