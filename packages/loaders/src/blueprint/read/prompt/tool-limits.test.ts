import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { createPointReader } from '../point-definitions.js';
import { readToolLimits } from './tool-limits.js';

function read(raw: Readonly<Record<string, never>> | object, declared?: readonly string[]) {
  const { context, found } = recordingContext();
  const reader = createPointReader(context, undefined, []);
  const points = readToolLimits(reader, raw as Record<string, never>, [0], declared && new Set(declared));
  return { points, found, places: points.map((point) => reader.origins.get(point)?.path.join('.')) };
}

test('required and prohibited tools and the most calls are points, each with its place', () => {
  const { points, found, places } = read({ requiredTools: ['search', 'search', 'look'], prohibitedTools: ['buy'], maxCalls: 3 });
  expect(points).toEqual([
    { fn: 'tool_called', arg: 'search', text: 'required tool: search' },
    { fn: 'tool_called', arg: 'look', text: 'required tool: look' },
    { fn: 'not_tool_called', arg: 'buy', text: 'prohibited tool: buy' },
    { fn: 'tool_call_count_between', arg: [0, 3], text: 'at most 3 tool calls' },
  ]);
  expect(places).toEqual(['0.requiredTools.1', '0.requiredTools.2', '0.prohibitedTools.0', '0.maxCalls']);
  expect(found).toEqual([]);
  expect(read({ maxCalls: 0 }).points).toEqual([{ fn: 'tool_call_count_between', arg: [0, 0], text: 'at most 0 tool calls' }]);
  expect(read({ requiredTools: null }).points).toEqual([]);
});

test.each<[object, string]>([
  [{ requiredTools: 'search' }, 'warning not-a-list at 0.requiredTools: requiredTools is a single name, not a list -> write ["search"]'],
  [{ requiredTools: 3 }, 'error invalid-field at 0.requiredTools: requiredTools must be a list of names of tools, not the number 3 -> write [search, retrieve]'],
  [{ prohibitedTools: [''] }, 'error invalid-field at 0.prohibitedTools.0: the name of a tool must be a text, not "" -> write the name of a tool'],
  [{ maxCalls: -1 }, 'error invalid-field at 0.maxCalls: maxCalls must be a whole number >= 0, not the number -1 -> use a number such as 2'],
  [{ maxCalls: 1.5 }, 'error invalid-field at 0.maxCalls: maxCalls must be a whole number >= 0, not the number 1.5 -> use a number such as 2'],
  [{ requiredTools: ['serch'] }, 'warning unknown-tool at 0.requiredTools.0: the header declares no tool "serch" -> did you mean search?'],
  [{ prohibitedTools: ['zzz'] }, 'warning unknown-tool at 0.prohibitedTools.0: the header declares no tool "zzz" -> declared: search'],
  [{ requiredTools: ['search'], prohibitedTools: ['search'] }, 'error invalid-field at 0.prohibitedTools.0: the tool "search" is both required and prohibited (it is required here: key 0.requiredTools.0) -> remove it from one of the two lists'],
])('%j', (raw, finding) => {
  expect(read(raw, ['search']).found).toEqual([finding]);
});
