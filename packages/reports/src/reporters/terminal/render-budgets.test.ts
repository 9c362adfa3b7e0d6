import { sampleGroup, sampleRow, sampleRunStart } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { sampleRunSummary } from '../../../test/sample-run.js';
import { createPaint } from '../../text-layout/paint.js';
import { createProgressTracker } from './progress/progress-tracker.js';
import { renderProgress, renderProgressLine } from './progress/render-progress.js';
import { renderSummary } from './render-summary.js';

const paint = createPaint(false);
const RUN = { maxCostUsd: 5, costUsd: 3.2, maxTokens: 2_000_000, tokens: 310_000, maxTimeMs: 1_800_000, timeMs: 60_000 };

test('progress tells what is spent of the budget of the run, in words and on a line', () => {
  const tracker = createProgressTracker(sampleRunStart({ total: 4 }), 0);
  tracker.finished(sampleRow());
  expect(renderProgress(tracker.state, 10_000, 120, paint)[0]).not.toContain(' of ');
  tracker.spent([RUN, { suite: 'geo', suitePath: 'geo.yaml', maxCostUsd: 1, costUsd: 1, tokens: 0, timeMs: 0 }]);
  expect(renderProgress(tracker.state, 10_000, 120, paint)[0]).toContain('$3.20 of $5.00, 310,000 of 2,000,000 tokens  10 s');
  expect(renderProgressLine(tracker.state, 10_000)).toContain('0 failed, $3.20 of $5.00, 310,000 of 2,000,000 tokens');
});

test('the summary has a line for each budget, and says what exit code 3 is about', () => {
  const suite = { suite: 'geo', suitePath: 'geo.yaml', maxCostUsd: 1, costUsd: 0.98, tokens: 10, timeMs: 0, stoppedBy: 'cost' } as const;
  const text = renderSummary({ ...sampleRunSummary(), exitCode: 3, budgets: [RUN, suite] }, { columns: 120, paint, verbose: false });
  expect(text).toContain('Budget   $3.20 of $5.00, 310,000 of 2,000,000 tokens, 1m 00s of 30m 00s\n');
  expect(text).toContain('Budget   geo: $0.9800 of $1.00\n');
  expect(text).toContain('Exit     3: the run is undecided, since its budget ended it');
});

test.each([
  [{ costUsd: undefined, judgeCostUsd: undefined, costIncomplete: true }, 'unknown'],
  [{ costUsd: 0, judgeCostUsd: undefined, costIncomplete: true }, 'unknown'],
  [{ costUsd: undefined, judgeCostUsd: undefined, costIncomplete: false }, '–'],
  [{ costUsd: 0, judgeCostUsd: undefined, costIncomplete: false }, '$0.00'],
  [{ costUsd: 0.5, judgeCostUsd: undefined, costIncomplete: true }, '≥$0.5000'],
])('a cost of %j is shown as %s', (costs, shown) => {
  const group = { ...sampleGroup({ suite: 'geo', target: 'bot' }), latencyMs: null, ...costs };
  const [, , , row = ''] = renderSummary({ ...sampleRunSummary(), groups: [group], variants: undefined }, { columns: 120, paint, verbose: false }).split('\n');
  expect(row.split(/\s{2,}/u)).toContain(shown);
});
