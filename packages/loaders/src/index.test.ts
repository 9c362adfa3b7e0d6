import { expect, test } from 'vitest';
import * as loading from './index.js';

test('@assay/loaders exports what it promises, and nothing by accident', () => {
  expect(Object.keys(loading).toSorted()).toMatchInlineSnapshot(`
    [
      "checkSettings",
      "checkSuite",
      "checkTarget",
      "containmentRoot",
      "contains",
      "discoverSuites",
      "findProjectRoot",
      "isAllowedUrl",
      "loadBaseline",
      "loadCalibrations",
      "loadEvalCases",
      "loadProject",
      "loadSuite",
      "loadTargetFile",
      "loaders",
      "openCaseEditor",
      "openSource",
      "parseReports",
      "readAllowedHost",
      "readTableHead",
      "reallyContains",
      "streamEvalCases",
      "substituteEnv",
      "substituteEnvInText",
      "writeSuite",
      "writersOf",
    ]
  `);
});
