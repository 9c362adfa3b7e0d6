import { definitionNames, nearestMatch, type PointFunctionDefinition } from '@assay/schema';
import { boundedLine } from './bounded-line.js';
import { unsupportedReason } from './unsupported-functions.js';

/** What stands in front of a name that is turned around, in all the ways that people write it. */
const TURNED = /^(?:!|(?:does[\s_-]?)?not?[\s_-])\s*/iu;
/** A word in a name that turns it around. */
const SAYS_NOT = /(?:^|[\s_-])not?(?:[\s_-]|$)/iu;

/** The name that a function was meant by. One that says "not" is never taken for what asks for the opposite. */
function meantName(fn: string, pointFunctions: readonly PointFunctionDefinition[]): string | undefined {
  const names = definitionNames(pointFunctions);
  const turned = names.map((name) => `not_${name}`);
  const meant = fn.replace(TURNED, 'not_');
  return nearestMatch(meant, SAYS_NOT.test(meant) ? turned : [...names, ...turned]);
}

/** What is said of a point function that is none of those that may be called. */
export function unusableFunction(
  fn: string,
  pointFunctions: readonly PointFunctionDefinition[],
): { readonly message: string; readonly hint: string } {
  const reason = unsupportedReason(fn);
  if (reason !== undefined) return { message: reason, hint: 'check it with other points' };
  const nearest = meantName(fn, pointFunctions);
  return {
    message: `there is no point function "${boundedLine(fn, 120)}"`,
    hint: nearest === undefined ? 'see `assay list functions` for those that are installed' : `did you mean $${nearest}?`,
  };
}
