import { sampleSummary } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createPaint } from '../../text-layout/paint.js';
import { renderSummary } from './render-summary.js';

const borderlineCases = Array.from({ length: 8 }, (_, index) => ({
  suite: 'geography', suitePath: 'evals/geography.yaml',
  target: 'gpt',
  caseId: `case-${index}`,
  source: `a.yaml:${index + 1}:1`,
  variant: '',
  repeat: 1,
  verdict: 'borderline' as const,
  score: 0.7,
  why: ['names the country only'],
}));
const summary = sampleSummary({ borderlineCases, borderlineCount: 60 });

const render = (verbose: boolean): string => renderSummary(summary, { columns: 100, paint: createPaint(false), verbose });

test('the first borderline cases are listed with their reasons, the others are counted', () => {
  expect(render(false)).toContain('\nBorderline\n~ geography › case-0  on gpt  0.70  a.yaml:1:1\n    names the country only\n~ geography › case-1');
  expect(render(false)).toContain('… 55 more that are borderline\n');
  expect(render(true)).toContain('… 52 more that are borderline\n');
});
