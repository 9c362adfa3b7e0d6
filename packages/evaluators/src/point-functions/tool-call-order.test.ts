import { describe } from 'vitest';
import { callContext, testPoints, testRefused } from '../../test/point-table.js';
import { toolCallOrder } from './tool-call-order.js';

describe('tool_call_order', () => {
  testPoints('tool_call_order', [
    [['search', 'answer'], callContext('search', 'retrieve', 'answer'), 1],
    [['answer', 'search'], callContext('search', 'answer'), 0],
    [['a', 'a'], callContext('a'), 0],
    [['a', 'a'], callContext('a', 'b', 'a'), 1],
    [['a', 'b'], callContext('b', 'a', 'b'), 1],
    [['a'], callContext(), 0],
  ]);

  testRefused(toolCallOrder, [
    ['fiduciary', 'must be a list of texts'],
    [[], 'at least one text'],
    [['a', 3], 'must be text, got 3'],
    [[''], 'must not be empty'],
    [undefined, 'must be a list of texts'],
    [{}, 'must be a list of texts'],
  ]);
});
