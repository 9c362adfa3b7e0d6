import { expect, test } from 'vitest';
import { expandScripts } from './expand-scripts.js';

test('argv lists, and scripts of other evaluators, stay as they are', () => {
  expect(expandScripts('code_judge', { script: ['a', 'b'] }, 'linux')).toEqual({ script: ['a', 'b'] });
  expect(expandScripts('other', { script: 'a b' }, 'linux')).toEqual({ script: 'a b' });
  expect(expandScripts('composite', { aggregator: { type: 'code_judge', script: 'a' } }, 'win32')).toEqual({
    aggregator: { type: 'code_judge', script: ['cmd.exe', '/d', '/s', '/c', 'a'] },
  });
});
