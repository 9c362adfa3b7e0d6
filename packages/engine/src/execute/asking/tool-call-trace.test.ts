import { describe, expect, test } from 'vitest';
import { reply } from '../../../test/samples.js';
import { withToolCallLines } from './tool-call-trace.js';

const line = (name: string): string => `TOOL_CALL {"name": "${name}", "arguments": {"n": 1}}`;
const call = (tool: string) => ({ tool, input: { n: 1 } });

describe('withToolCallLines', () => {
  test('TOOL_CALL lines of a generated text become the trace', () => {
    const { toolCalls, text, warnings } = withToolCallLines(reply(`Let me see.\n${line('search')}\n  ${line('answer')}`), 'target');
    expect(toolCalls).toEqual([call('search'), call('answer')]);
    expect(text).toContain('TOOL_CALL');
    expect(warnings).toBeUndefined();
  });

  test('a reply without such lines stays the same object', () => {
    const response = reply('I call no tool.', { toolCalls: [{ tool: 'native' }] });
    expect(withToolCallLines(response, 'target')).toBe(response);
  });

  test('with calls of the API too both count, in the order of the turns', () => {
    const { toolCalls } = withToolCallLines({
      text: `${line('first')}\n\n${line('third')}`,
      messages: [
        { role: 'assistant', content: line('first'), toolCalls: [{ tool: 'second' }] },
        { role: 'tool', content: line('not-spoken') },
        { role: 'assistant', content: line('third') },
      ],
      toolCalls: [{ tool: 'second' }],
      latencyMs: 1,
    }, 'target');
    expect(toolCalls.map(({ tool }) => tool)).toEqual(['first', 'second', 'third']);
  });

  test('calls that stand in no turn come after those of the text', () => {
    const told = { text: line('written'), messages: [], toolCalls: [{ tool: 'listed' }], latencyMs: 1 };
    expect(withToolCallLines(told, 'target').toolCalls.map(({ tool }) => tool)).toEqual(['written', 'listed']);
  });

  test('lines that cannot be read are warnings, shortened, and the readable ones still count', () => {
    const broken = `TOOL_CALL {"name": "x", "arguments": ${'"long'.repeat(100)}`;
    const { toolCalls, warnings } = withToolCallLines(reply([broken, line('ok'), 'TOOL_CALL search'].join('\n'), { warnings: ['cut short'] }), 'target');
    expect(toolCalls).toEqual([call('ok')]);
    expect(warnings).toEqual(['cut short', expect.stringMatching(/^tool call cannot be read: TOOL_CALL .{80,109}…$/u), 'tool call cannot be read: TOOL_CALL search']);
  });

  test('a call with a number that is too large is a bad reply: without it the trace would be another', () => {
    const told = reply(`${line('ok')}\nTOOL_CALL {"name": "pay", "arguments": {"sum": 1e999}}`);
    expect(() => withToolCallLines(told, 'agent')).toThrow('target "agent": a tool call in the text cannot be used: it has a number at arguments.sum that is too large');
  });

  test('of very many such lines only the first are shown', () => {
    const { warnings } = withToolCallLines(reply(Array.from({ length: 100 }, (_, n) => `TOOL_CALL ${n}`).join('\n')), 'target');
    expect(warnings).toHaveLength(6);
    expect(warnings?.at(-1)).toBe('95 more tool calls cannot be read');
  });
});
