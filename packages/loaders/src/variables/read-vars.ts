import { describeKind, isJsonObject, reportError, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';
import { keptDigits } from '../fields/kept-digits.js';

/**
 * The variables of a case or of a suite.
 * @returns Undefined where there are none, and where something else stands there, which is reported.
 */
export function readVars(context: NormalizeContext, vars: unknown, path: ValuePath): JsonObject | undefined {
  if (vars === undefined || vars === null) return undefined;
  if (isJsonObject(vars)) return keptDigits(vars, path, context.writtenAt);
  reportError(context, path, `vars must be a mapping of names to values, not ${describeKind(vars)}`, { hint: 'write vars: { name: value }' });
  return undefined;
}
