import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../text-layout/text-width.js';
import { renderRowLine } from './render-row-line.js';

const wide = { columns: Number.POSITIVE_INFINITY, color: false };

describe('renderRowLine', () => {
  test.each([
    [1, 'pass', '✓     1.00  '],
    [0.7, 'borderline', '~     0.70  '],
    [0.2, 'fail', '✗     0.20  '],
    [0.2, null, '?     0.20  '],
  ] as const)('a score of %d with verdict %s begins with %j', (score, verdict, begin) => {
    const line = renderRowLine(sampleRow({ score, verdict, suite: 'a', caseId: 'b', target: 'c' }), wide);
    expect(line.startsWith(`${begin}a › b  on c`)).toBe(true);
    expect(line.indexOf('\n')).toBe(line.length - 1);
  });

  test('a row without a score says why, and only the first reason', () => {
    const row = sampleErrorRow({ error: { code: 'timeout', message: 'took too long', hint: 'wait longer', origin: 'target', retryable: true } as never });
    expect(renderRowLine(row, wide)).toMatch(/^! unscored {2}.* {2}took too long\n$/u);
  });

  test('variant and repetition are named, and colour is only there when it is wanted', () => {
    const row = sampleRow({ variant: { label: 'temp:0.5' }, repeat: 3 });
    expect(renderRowLine(row, wide)).toMatch(/ #3 {2}on \S+\[temp:0\.5\]/u);
    expect(renderRowLine(row, wide)).not.toContain('\u001B');
    expect(renderRowLine(row, { ...wide, color: true })).toContain('\u001B');
  });

  test.each([20, 33, 80])('no line is wider than %d columns, and none moves the cursor', (columns) => {
    const row = sampleErrorRow({ suite: 'long '.repeat(20), caseId: '\u001B[2Jcase\u202E'.repeat(9), target: 'target-'.repeat(20), error: { code: 'x', message: '\u0007reason '.repeat(50) } as never });
    const text = renderRowLine(row, { columns, color: false });
    expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
    for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });
});
