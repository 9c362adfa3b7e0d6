import { describe, expect, test } from 'vitest';
import { parseToolCallLines } from './tool-call-lines.js';

describe('parseToolCallLines', () => {
  test('each line that starts with TOOL_CALL is a call, in order, whatever stands between', () => {
    const text = [
      'Let me look that up.',
      'TOOL_CALL {"name":"search","arguments":{"query":"a_b","max_results":3}}',
      '',
      '  TOOL_CALL {"name":"answer","arguments":{}}  ',
    ].join('\r\n');
    expect(parseToolCallLines(text)).toEqual({
      calls: [
        { tool: 'search', input: { query: 'a_b', max_results: 3 } },
        { tool: 'answer', input: {} },
      ],
      malformed: [],
    });
  });

  test('a call without a space after the mark, and one without arguments', () => {
    expect(parseToolCallLines('TOOL_CALL{"name":"ping"}').calls).toEqual([{ tool: 'ping' }]);
  });

  test.each([
    'TOOL_CALL',
    'TOOL_CALL {"name":"search","arguments":{',
    'TOOL_CALL search({"query":"x"})',
    'TOOL_CALL {"arguments":{}}',
    'TOOL_CALL {"name":""}',
    'TOOL_CALL ["search"]',
    'TOOL_CALL "search"',
    'TOOL_CALL null',
    'TOOL_CALL {"name":"a"} {"name":"b"}',
    'TOOL_CALL: {"name":"a"}',
  ])('%j is malformed, kept as it stands, and no call', (line) => {
    expect(parseToolCallLines(`before\n  ${line}\nTOOL_CALL {"name":"ok"}`)).toEqual({
      calls: [{ tool: 'ok' }],
      malformed: [line],
    });
  });

  test.each(['', 'no calls here', 'I would emit TOOL_CALL {"name":"a"} now', 'TOOL_CALLS {"name":"a"}', 'tool_call {}'])(
    '%j holds no call line',
    (text) => {
      expect(parseToolCallLines(text)).toEqual({ calls: [], malformed: [] });
    },
  );

  test('a call over several lines is malformed, not guessed at', () => {
    const { calls, malformed } = parseToolCallLines('TOOL_CALL {\n"name": "a"\n}');
    expect(calls).toEqual([]);
    expect(malformed).toEqual(['TOOL_CALL {']);
  });
});
