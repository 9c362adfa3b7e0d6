import { expect, test } from 'vitest';
import { evaluateWith, makeResponse } from '../../../test/evaluation-input.js';
import { toolTrajectory } from './tool-trajectory.js';

test('thousands of calls are compared in bounds, or said to be too many', { timeout: 60_000 }, async () => {
  const named = (count: number) => Array.from({ length: count }, (_, index) => ({ tool: `t${index % 7}`, input: { index } }));
  const expected = named(500).map(({ tool }) => ({ tool }));
  for (const mode of ['any_order', 'in_order', 'exact']) {
    const { score } = await evaluateWith(toolTrajectory, { mode, expected }, { response: makeResponse({ toolCalls: named(10_000) }) });
    expect(score, mode).toBe(mode === 'exact' ? 0.05 : 1);
    // Nobody makes these calls, and all of them are looked for among the others.
    const none = await evaluateWith(toolTrajectory, { mode, expected: named(500).map(({ tool }) => ({ tool, input: { index: -1 } })) }, { response: makeResponse({ toolCalls: named(10_000) }) });
    expect(none.score, mode).toBe(0);
  }
  const many = evaluateWith(toolTrajectory, { mode: 'in_order', expected: named(6_000) }, { response: makeResponse({ toolCalls: named(6_000) }) });
  await expect(many).rejects.toThrow('6000 tool calls are too many to compare with 6000 expected ones');
});
