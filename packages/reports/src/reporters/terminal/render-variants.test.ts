import { sampleGroup, sampleSummary } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createPaint } from '../../text-layout/paint.js';
import { renderSummary } from './render-summary.js';

const problem = {
  suite: 'geography',
  suitePath: 'evals/geography.yaml',
  target: 'gpt',
  caseId: 'capital',
  source: 'a.yaml:1:1',
  variant: 'temp:0.5 sys:2',
  repeat: 1,
  verdict: 'fail',
  score: 0,
  why: ['says Lyon'],
  metrics: [{ name: 'similarity', value: 0.31 }],
} as const;

const summary = sampleSummary({
  groups: [
    sampleGroup({ target: 'gpt', variant: 'temp:0', metrics: [{ name: 'similarity', mean: 0.834, interval: { low: 0.7012, high: 0.9612, level: 0.95 }, rows: 2 }] }),
    sampleGroup({ target: 'gpt', variant: 'temp:0.5 sys:2' }),
  ],
  problems: [problem],
  problemCount: 1,
});

const render = (columns: number, verbose = false): string => renderSummary(summary, { columns, paint: createPaint(false), verbose });

test('a variant is shown at its target, in the table and in problems', () => {
  expect(render(120)).toMatch(/geography +gpt\[temp:0\] +1 .*\n +gpt\[temp:0\.5\]\[sys:2\] +1 /u);
  expect(render(120)).toContain('geography › capital  on gpt[temp:0.5][sys:2]');
});

test('mean metrics have a column, and one for the interval; a row without the metric has none', () => {
  expect(render(120)).toMatch(/Score +Similarity +± 95 %[\s\S]*1\.00 +0\.83 +0\.70 to 0\.97 [\s\S]*1\.00 +– +– /u);
});

test('variants stay whole: other columns go first, and suites are cut', () => {
  const varied = sampleSummary({
    groups: ['temp:0.25 sys:1', 'temp:0.25 sys:2'].map((variant) =>
      sampleGroup({ suite: 'a-suite-with-a-long-name', target: 'openai:gpt-4o-mini', variant }),
    ),
  });
  const text = renderSummary(varied, { columns: 80, paint: createPaint(false), verbose: false });
  expect(text).toContain('openai:gpt-4o-mini[temp:0.25][sys:1] ');
  expect(text).toContain('openai:gpt-4o-mini[temp:0.25][sys:2] ');
});

test('a narrow terminal has them too', () => {
  expect(render(30)).toMatch(/similarity 0\.83 \(0\.70 to/u);
});

test('the metrics of a single problem are shown on request', () => {
  expect(render(120)).not.toContain('similarity: 0.31');
  expect(render(120, true)).toContain('    similarity: 0.31\n');
});
