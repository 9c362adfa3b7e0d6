import { expect, test } from 'vitest';
import * as engine from './index.js';

test('@assay/engine exports what it promises, and nothing by accident', () => {
  expect(Object.keys(engine).toSorted()).toMatchInlineSnapshot(`
    [
      "FileReplacement",
      "ResumeLedger",
      "cacheContents",
      "clearCache",
      "createBatches",
      "createBudget",
      "createComparer",
      "createEmbeddings",
      "createLimiter",
      "createReplyCache",
      "createRunId",
      "createRunStore",
      "createTraffic",
      "createTrialExecutor",
      "eachTrial",
      "evaluatorVersions",
      "findRun",
      "guardEmbedder",
      "guardProvider",
      "isRunLocked",
      "latestRun",
      "listRuns",
      "makeFolder",
      "numberedRows",
      "openRun",
      "planTrials",
      "readSpent",
      "refuseLockedRun",
      "requestSize",
      "rowPlaces",
      "runTrials",
      "shardOf",
      "storedRows",
      "systemClock",
      "trialKey",
      "uniteRuns",
      "variantsOf",
      "writeOutsideKeys",
      "writeSpent",
    ]
  `);
});
