import type { VariantMeaning } from '@assay/schema';
import { expect, test } from 'vitest';
import { createPaint } from './paint.js';
import { renderLegend } from './render-legend.js';

const render = (meanings: readonly VariantMeaning[] | undefined, width = 80) => renderLegend(meanings, width, createPaint(false));

test('a line for each mark; suites that mean the same share it, others are named', () => {
  expect(
    render([
      { label: 'temp:0.5', suite: 'a', suitePath: 'a.yaml', temperature: 0.5 },
      { label: 'sys:1', suite: 'a', suitePath: 'a.yaml', system: 'Be brief.' },
      { label: 'temp:0.5', suite: 'b', suitePath: 'b.yaml', temperature: 0.5 },
      { label: 'sys:1', suite: 'b', suitePath: 'b.yaml', system: null },
      { label: 'sys:2', suite: 'b', suitePath: 'b.yaml', differs: true },
    ]),
  ).toEqual([
    'Variants',
    '  temp:0.5  temperature 0.5',
    '  sys:1     system prompt: Be brief. (a)',
    '  sys:1     no system prompt (b)',
    '  sys:2     different system prompts (b)',
  ]);
});

test('nothing varied: nothing shown', () => {
  expect([render(undefined), render([])]).toEqual([[], []]);
});

test('long prompts are cut at the width, many marks are counted, escape codes do nothing', () => {
  const meanings = Array.from({ length: 15 }, (_, index) => ({ label: `sys:${index + 1}`, suite: 'a', suitePath: 'a.yaml', system: `\u001B[31m${'word '.repeat(20)}` }));
  const lines = render(meanings, 40);
  expect(lines.every((line) => line.length <= 40 && !line.includes('\u001B'))).toBe(true);
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe('  … 3 more');
});
