import { expect, test } from 'vitest';
import { withIgnoreLines } from './ignore-lines.js';

test('a new .gitignore has the folders of runs, of the cache and of audits', () => {
  expect(withIgnoreLines('')).toBe('.assay/runs/\n.assay/cache/\n.assay/audits/\n');
});

test.each([
  ['node_modules\n', 'node_modules\n.assay/runs/\n.assay/cache/\n.assay/audits/\n'],
  ['node_modules', 'node_modules\n.assay/runs/\n.assay/cache/\n.assay/audits/\n'],
  ['node_modules\r\ndist\r\n', 'node_modules\r\ndist\r\n.assay/runs/\r\n.assay/cache/\r\n.assay/audits/\r\n'],
  ['/.assay/runs\n', '/.assay/runs\n.assay/cache/\n.assay/audits/\n'],
])('to one that is there, what is missing is added at the end: %j', (before, after) => {
  expect(withIgnoreLines(before)).toBe(after);
});

test.each(['.assay/runs/\n.assay/cache/\n.assay/audits/\n', '/.assay/cache\n .assay/runs/*\r\n.assay/audits\n', '.assay/', '.assay/**'])(
  'one that has them already stays as it is: %j',
  (text) => {
    expect(withIgnoreLines(text)).toBeUndefined();
  },
);
