import { reportWarning, type EvalCase, type NormalizeContext, type ValuePath } from '@assay/schema';
import { ASSERTION_KEYS } from '../../fields/suite-keys.js';

/** Without a weight above 0 there is nothing to make a mean of. */
export function checkWeights(
  context: NormalizeContext,
  evaluators: EvalCase['evaluators'],
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
): void {
  if (evaluators.length === 0 || evaluators.some(({ weight }) => weight > 0)) return;
  const key = ['evaluators', 'execution', 'evaluator', ...ASSERTION_KEYS].find((name) => raw[name] !== undefined && raw[name] !== null);
  reportWarning(context, key === undefined ? path : [...path, key], 'all evaluators of the case have the weight 0, so that it has no score', {
    code: 'no-weight',
    which: key === undefined ? 'value' : 'key',
    hint: 'give at least one of them a weight above 0',
  });
}
