import { expect, test } from 'vitest';
import * as index from './index.js';

test('exports what the README names, and nothing else', () => {
  expect(Object.keys(index).toSorted()).toEqual(['DEFAULT_CRITERION', 'applyPoint', 'createTemplateRenderer', 'judgePair', 'labelKey', 'loadSpawner', 'preparePoint', 'scoreFromPanel', 'scoringDefinitions']);
});
