import { sampleRow, sampleRunStart } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createProgressPace } from './progress-pace.js';
import { createProgressTracker } from './progress-tracker.js';

/** Seconds at which a line is due when a trial finishes every so many milliseconds. */
function linesOf(total: number | undefined, trials: number, everyMs: number): readonly number[] {
  const tracker = createProgressTracker(sampleRunStart({ total }), 0);
  const pace = createProgressPace(0);
  const due: number[] = [];
  let finished = 0;
  for (let second = 1; finished < trials; second++) {
    while (finished < trials && (finished + 1) * everyMs <= second * 1000) {
      tracker.finished(sampleRow());
      finished += 1;
    }
    if (pace.due(tracker.state, second * 1000)) due.push(second);
  }
  return due;
}

test('10,000 trials give a line per tenth, not one per trial', () => {
  expect(linesOf(10_000, 10_000, 5)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45]);
});

test('a run that is over at once gives no line', () => {
  expect(linesOf(100, 100, 1)).toEqual([]);
});

test('a slow run shows that it is alive once a minute', () => {
  expect(linesOf(100, 2, 130_000)).toEqual([60, 120, 180, 240]);
});

test('of unknown length there is a line every ten seconds', () => {
  expect(linesOf(undefined, 25, 1000)).toEqual([10, 20]);
});

test('what holds a run up is said within a second, and again after a minute', () => {
  const tracker = createProgressTracker(sampleRunStart({ total: 100 }), 0);
  const pace = createProgressPace(0);
  const due: number[] = [];
  for (let second = 1; second <= 130; second++) {
    tracker.heldUp(second >= 3 && second % 2 === 1 ? [{ kind: 'rate_limit', target: 'bot', forMs: 3000 }] : []);
    if (pace.due(tracker.state, second * 1000)) due.push(second);
  }
  expect(due).toEqual([3, 63, 123]);
});
