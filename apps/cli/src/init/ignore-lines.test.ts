import { expect, test } from 'vitest';
import { withIgnoreLines } from './ignore-lines.js';

test('a new .gitignore has the folders of runs and of the cache', () => {
  expect(withIgnoreLines('')).toBe('.assay/runs/\n.assay/cache/\n');
});

test.each([
  ['node_modules\n', 'node_modules\n.assay/runs/\n.assay/cache/\n'],
  ['node_modules', 'node_modules\n.assay/runs/\n.assay/cache/\n'],
  ['node_modules\r\ndist\r\n', 'node_modules\r\ndist\r\n.assay/runs/\r\n.assay/cache/\r\n'],
  ['/.assay/runs\n', '/.assay/runs\n.assay/cache/\n'],
])('to one that is there, what is missing is added at the end: %j', (before, after) => {
  expect(withIgnoreLines(before)).toBe(after);
});

test.each(['.assay/runs/\n.assay/cache/\n', '/.assay/cache\n .assay/runs/*\r\n', '.assay/', '.assay/**'])(
  'one that has them already stays as it is: %j',
  (text) => {
    expect(withIgnoreLines(text)).toBeUndefined();
  },
);
