import { definitionNames, nearestMatch, type PointFunctionDefinition } from '@assay/schema';
import { boundedLine } from './bounded-line.js';
import { unsupportedReason } from './unsupported-functions.js';

/** The names that a function may have been meant by. */
function known(fn: string, pointFunctions: readonly PointFunctionDefinition[]): string[] {
  const names = definitionNames(pointFunctions);
  return fn.startsWith('not_') ? names.map((name) => `not_${name}`) : names;
}

/** What is said of a point function that is none of those that may be called. */
export function unusableFunction(
  fn: string,
  pointFunctions: readonly PointFunctionDefinition[],
): { readonly message: string; readonly hint: string } {
  const reason = unsupportedReason(fn);
  if (reason !== undefined) return { message: reason, hint: 'check it with other points' };
  const nearest = nearestMatch(fn, known(fn, pointFunctions));
  return {
    message: `there is no point function "${boundedLine(fn, 120)}"`,
    hint: nearest === undefined ? 'see `assay list functions` for those that are installed' : `did you mean $${nearest}?`,
  };
}
