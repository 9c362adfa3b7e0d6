import { expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { NormalizeContext } from './context.js';
import { normalizeEvalCase } from './eval-case.js';
import { normalizeSuiteHeader } from './suite-header.js';

function recording(): { context: NormalizeContext; found: Diagnostic[] } {
  const found: Diagnostic[] = [];
  const context: NormalizeContext = {
    locate: (path) => ({ file: path.join('.'), line: 1, column: 1 }),
    report: (diagnostic) => found.push(diagnostic),
    aliasPrecedence: 'canonical',
    linePrefix: 'Line 7: ',
    tally: { errors: 0 },
  };
  return { context, found };
}

test('cases without evaluators of their own share those of their suite', () => {
  const { context } = recording();
  const header = normalizeSuiteHeader({ evaluators: ['a', 'a'] }, context);
  const evalCase = normalizeEvalCase({ id: 1, outcome: 'G', input: 'Q' }, context, header);
  expect(evalCase?.evaluators).toBe(header.defaultEvaluators);
  expect(evalCase?.evaluators.map(({ name }) => name)).toEqual(['a', 'a-2']);
});

test('findings name the line and point at the value', () => {
  const { context, found } = recording();
  const header = normalizeSuiteHeader({}, context);
  expect(normalizeEvalCase({ id: 1, outcome: 'G', input: 'Q', weight: -1 }, context, header)).toBeUndefined();
  expect(found).toMatchObject([{ message: 'Line 7: weight must be >= 0, not the number -1', location: { file: 'weight' } }]);
});
