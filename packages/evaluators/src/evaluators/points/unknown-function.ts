import { definitionNames, nearestMatch } from '@assay/schema';
import { boundedLine } from './bounded-line.js';
import { pointFunctionDefinitions } from '../../registry/point-functions.js';

/** The names that a function may have been meant by. */
function known(fn: string): string[] {
  const names = definitionNames(pointFunctionDefinitions);
  return fn.startsWith('not_') ? names.map((name) => `not_${name}`) : names;
}

/** What is said of a point function that does not exist. */
export function unknownFunction(fn: string): { readonly message: string; readonly hint: string } {
  const nearest = nearestMatch(fn, known(fn));
  return {
    message: `there is no point function "${boundedLine(fn, 120)}"`,
    hint: nearest === undefined ? 'see `assay list functions` for those that are installed' : `did you mean $${nearest}?`,
  };
}
