import { expect, test } from 'vitest';
import * as reports from './index.js';

test('@assay/reports exports what it promises, and nothing by accident', () => {
  expect(Object.keys(reports).toSorted()).toMatchInlineSnapshot(`
    [
      "COMPARISON_SCHEMA_VERSION",
      "baselineMean",
      "checkBaselines",
      "compareNatural",
      "compareRuns",
      "createRunAccumulator",
      "createRunResults",
      "createRunScores",
      "createTerminalReporter",
      "decideOutcome",
      "encodeBaselineCheck",
      "encodeBaselines",
      "encodeComparison",
      "encodeSavedBaseline",
      "formatCost",
      "formatCount",
      "formatDifference",
      "formatDuration",
      "formatScore",
      "makeBaseline",
      "renderBaselineCheck",
      "renderBaselines",
      "renderComparison",
      "renderExplanation",
      "renderRowLine",
      "renderSavedBaselines",
      "reportOfBaselines",
      "reportOfRuns",
      "reporterDefinitions",
      "sortBaselines",
      "spentInRun",
      "suiteTitles",
      "summarizeRun",
      "targetTitle",
      "updateOf",
    ]
  `);
});
