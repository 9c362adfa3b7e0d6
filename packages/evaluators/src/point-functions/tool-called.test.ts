import { describe } from 'vitest';
import { callContext, testPoints, testRefused } from '../../test/point-table.js';
import { toolCalled } from './tool-called.js';

describe('tool_called', () => {
  testPoints('tool_called', [
    ['calculator', callContext('search', 'calculator'), 1],
    ['calculator', callContext('search'), 0],
    ['calculator', callContext('Calculator'), 0],
    ['calculator', callContext(), 0],
  ]);

  testRefused(toolCalled, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);
});
