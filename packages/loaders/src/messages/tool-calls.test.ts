import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readToolCalls } from './tool-calls.js';

function read(raw: unknown) {
  const { context, found } = recordingContext();
  return { calls: readToolCalls(context, raw, ['tool_calls']), found };
}

test.each<[string, unknown]>([
  ['a mapping', { q: 1 }],
  ['a list', [1, 'a']],
  ['a text', 'q'],
  ['a number', 0],
  ['false', false],
  ['null', null],
])('input may be %s', (_, input) => {
  expect(read([{ tool: 'search', input }])).toEqual({ calls: [{ tool: 'search', input }], found: [] });
});

test('only tool is needed; output, id and duration are kept', () => {
  expect(read([{ tool: 'a' }, { tool: 'b', output: { n: 1 }, id: 'c1', duration_ms: 0 }])).toEqual({
    calls: [{ tool: 'a' }, { tool: 'b', output: { n: 1 }, id: 'c1', durationMs: 0 }],
    found: [],
  });
});

test.each([
  ['search', 'error invalid-field at tool_calls: tool_calls must be a list, not a string -> write a list of - tool: NAME'],
  [['search'], 'error invalid-field at tool_calls.0: tool_calls[0] must be a mapping with the key tool, not a string -> write - tool: NAME'],
  [[{ input: 1 }], 'error invalid-field at tool_calls.0: tool_calls[0] has no tool -> write the name of the tool under tool'],
  [[{ tool: '' }], 'error invalid-field at tool_calls.0.tool: tool_calls[0].tool must be a name, not a string -> write the name of the tool under tool'],
])('%j is an error and no call', (raw, finding) => {
  expect(read(raw)).toEqual({ calls: [], found: [finding] });
});

test.each([
  [{ tool: 'a', id: 7 }, 'tool_calls[0].id must be a string, not a number'],
  [{ tool: 'a', duration_ms: -1 }, 'tool_calls[0].duration_ms must be a number of milliseconds >= 0'],
  [{ tool: 'a', duration_ms: '5' }, 'tool_calls[0].duration_ms must be a number of milliseconds >= 0'],
])('%j is an error', (raw, message) => {
  expect(read([raw]).found).toEqual([expect.stringContaining(message)]);
});

test.each(['args', 'arguments', 'parameters'])('%s is another name of input', (key) => {
  expect(read([{ tool: 'a', [key]: { q: 1 } }])).toEqual({ calls: [{ tool: 'a', input: { q: 1 } }], found: [] });
});

test('arguments may be JSON in a text, as APIs write them; input is what it is', () => {
  expect(read([{ tool: 'a', arguments: '{"q": 1}' }, { tool: 'a', args: 'q' }, { tool: 'a', input: '{"q": 1}' }])).toEqual({
    calls: [{ tool: 'a', input: { q: 1 } }, { tool: 'a', input: 'q' }, { tool: 'a', input: '{"q": 1}' }],
    found: [],
  });
});

test.each(['canonical', 'shorthand'] as const)('input counts when another name says something else, with a warning, with %s names first too', (aliasPrecedence) => {
  const { context, found } = recordingContext({ aliasPrecedence });
  expect(readToolCalls(context, [{ tool: 'a', input: 1, args: 2 }], ['tool_calls'])).toEqual([{ tool: 'a', input: 1 }]);
  expect(found).toEqual([
    'warning alias-conflict at key tool_calls.0.args: input and args differ; input is used (input is here: key tool_calls.0.input) -> keep one of the two',
  ]);
});

test('names that say the same are no conflict, one of them as JSON in a text', () => {
  expect(read([{ tool: 'a', input: { q: 1 }, arguments: '{"q":1}', args: null }])).toEqual({ calls: [{ tool: 'a', input: { q: 1 } }], found: [] });
});
