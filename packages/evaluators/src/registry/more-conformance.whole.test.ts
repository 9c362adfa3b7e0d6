import { startsManyPrograms, startsPrograms, testEvaluators } from '../../test/conformance-tests.js';
import { installed, isOpposite } from '../../test/installed.js';

const others = installed.evaluators.filter((definition) => isOpposite(definition) && definition.name !== 'not_contains');

testEvaluators(others);
testEvaluators(installed.evaluators.filter(startsPrograms), startsManyPrograms);
