import { describe } from 'vitest';
import { callContext, testPoints, testRefused } from '../../test/point-table.js';
import { toolCallCountBetween } from './tool-call-count-between.js';

describe('tool_call_count_between', () => {
  testPoints('tool_call_count_between', [
    [[1, 3], callContext('a', 'b'), 1],
    [[1, 3], callContext(), 0],
    [[1, 1, 'a'], callContext('a', 'b', 'b'), 1],
    [[0, 2, 'b'], callContext('b', 'b', 'b'), 0],
    [[0, 0], callContext(), 1],
  ]);

  testRefused(toolCallCountBetween, [
    [[1], '[min, max]'],
    [[5, 1], '[min, max]'],
    [[-1, 5], '[min, max]'],
    [[1.5, 5], '[min, max]'],
    [['1', 5], '[min, max]'],
    [7, '[min, max]'],
    [[1, 2, ''], 'must not be empty'],
    [[1, 2, 3], '[min, max, tool name]'],
    [[1, 2, 'a', 'b'], '[min, max, tool name]'],
    [[2, 1, 'a'], '[min, max, tool name]'],
  ]);
});
