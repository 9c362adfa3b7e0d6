import { pointFunctionConformance, ruleConformance } from '@assay/schema/testing';
import { describe } from 'vitest';
import { SAMPLES, services, startsManyPrograms, testAll, testEvaluators } from '../../test/conformance-tests.js';
import { installed, isOpposite } from '../../test/installed.js';

// The others that are opposites keep what those promise that they are opposites of.
testEvaluators(
  installed.evaluators.filter((definition) => !isOpposite(definition) || definition.name === 'not_contains'),
  (check, definition) => !startsManyPrograms(check, definition),
);

describe.each(installed.pointFunctions.map((definition) => [definition.name, definition] as const))('$%s', (_, definition) => {
  testAll(pointFunctionConformance(definition));
});

describe.each(installed.rules.map((definition) => [definition.name, definition] as const))('rule %s', (name, definition) => {
  testAll(ruleConformance(definition, { services, samples: SAMPLES[name] }));
});
