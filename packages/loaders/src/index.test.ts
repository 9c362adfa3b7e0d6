import { expect, test } from 'vitest';
import * as loading from './index.js';

test('@assay/loaders exports what it promises, and nothing by accident', () => {
  expect(Object.keys(loading).toSorted()).toMatchInlineSnapshot(`
    [
      "DEFAULT_GUIDELINE_PATTERNS",
      "blueprintLoader",
      "checkSettings",
      "checkSuite",
      "checkTarget",
      "containmentRoot",
      "contains",
      "discoverSuites",
      "evalCaseLoader",
      "findProjectRoot",
      "isAllowedUrl",
      "loadBaseline",
      "loadEnv",
      "loadEvalCases",
      "loadProject",
      "loadSuite",
      "loadTargetFile",
      "loaders",
      "openCaseEditor",
      "openSource",
      "parseReports",
      "readAllowedHost",
      "reallyContains",
      "streamEvalCases",
      "substituteEnv",
      "substituteEnvInText",
      "testCaseLoader",
      "writeSuite",
      "writersOf",
    ]
  `);
});
