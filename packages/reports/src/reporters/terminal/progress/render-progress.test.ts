import { sampleCase, sampleErrorRow, sampleRow, sampleRunStart, sampleTrial } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createPaint } from '../../../text-layout/paint.js';
import { createProgressTracker, type ProgressTracker } from './progress-tracker.js';
import { renderProgress, renderProgressLine } from './render-progress.js';
import { textWidth } from '../../../text-layout/text-width.js';

const paint = createPaint(false);

function tracker(total: number | undefined): ProgressTracker {
  const made = createProgressTracker(sampleRunStart({ total }), 0);
  for (let second = 1; second <= 10; second++) {
    made.finished(sampleRow());
    made.finished(second % 2 ? sampleRow({ verdict: 'fail', score: 0.1 }) : sampleErrorRow());
    made.state.throughput.update(second * 1000, made.state.done);
  }
  for (let index = 0; index < 5; index++) {
    const evalCase = sampleCase({ id: `評価-case-with-a-long-name-${index}` });
    made.started(sampleTrial({ key: `k${index}`, evalCase, repeat: index + 1 }), 7000 + index);
  }
  return made;
}

describe('live lines', () => {
  test('say what holds the run up, most important first, on narrow terminals too', () => {
    const made = tracker(40);
    made.heldUp([{ kind: 'rate_limit', target: 'bot', forMs: 11_200 }, { kind: 'retries', target: 'bot', count: 3 }, { kind: 'stuck', target: 'bot', count: 1 }, { kind: 'judges', count: 12 }]);
    const line = 'waits for rate limit of bot (12 s), 3 next tries of bot, 1 late reply of bot, judges of 12 trials';
    expect(renderProgress(made.state, 10_000, 120, paint)[1]).toBe(`  ${line}`);
    expect(renderProgress(made.state, 10_000, 40, paint)[1]).toMatch(/^ {2}waits for rate limit of bot \(12 s\).*…$/u);
    expect(renderProgressLine(made.state, 10_000)).toContain(line);
    made.heldUp([]);
    expect(renderProgress(made.state, 10_000, 120, paint).join('')).not.toContain('waits');
  });

  test('show a bar, counts, times and the trials that take longest', () => {
    expect(renderProgress(tracker(40).state, 10_000, 80, paint)).toEqual([
      '██████████░░░░░░░░░░  50 %  20/40  ✓ 10  ✗ 5  ! 5  10 s  ETA 10 s',
      '  geography › 評価-case-with-a-long-name-0 on mock  3 s',
      '  geography › 評価-case-with-a-long-name-1 #2 on mock  2 s',
      '  geography › 評価-case-with-a-long-name-2 #3 on mock  2 s',
      '  … 2 more running',
    ]);
  });

  test('show a rate instead of a bar when the length is unknown', () => {
    expect(renderProgress(tracker(undefined).state, 10_000, 80, paint)[0]).toBe('20 done  ✓ 10  ✗ 5  ! 5  10 s  2.0/s');
  });

  test.each([10, 15, 20, 25, 30, 40, 60, 80, 200])('never reach the last of %d columns', (columns) => {
    for (const total of [40, undefined]) {
      for (const line of renderProgress(tracker(total).state, 10_000, columns, paint)) {
        expect(textWidth(line)).toBeLessThan(Math.max(columns, 11));
      }
    }
  });

  test('leave out trials that have only just started', () => {
    expect(renderProgress(tracker(40).state, 7500, 80, paint)).toHaveLength(1);
  });

  test('a run without trials is no division by zero', () => {
    expect(renderProgress(createProgressTracker(sampleRunStart({ total: 0 }), 0).state, 0, 80, paint)[0]).toContain(
      '0/0',
    );
  });
});

test('a line of a log says it in words', () => {
  expect(renderProgressLine(tracker(40).state, 10_000)).toBe(
    '20/40 (50 %) 10 s: 10 passed, 5 failed, 5 unscored, about 10 s left',
  );
  expect(renderProgressLine(tracker(undefined).state, 10_000)).toBe('20 done 10 s: 10 passed, 5 failed, 5 unscored');
});
