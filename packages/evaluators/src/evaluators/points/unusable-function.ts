import { definitionNames, type JsonValue, meantCall, meantFunction, nearestMatch, type PointFunctionDefinition } from '@assay/schema';
import { boundedLine } from './bounded-line.js';
import { unsupportedReason } from './unsupported-functions.js';

/** What stands in front of a name that is turned around, in all the ways that people write it. */
const TURNED = /^(?:!|(?:does[\s_-]?)?not?[\s_-])\s*/iu;
/** What turns around once more: then the name is as it was. */
const TWICE = /^not_(?:!|(?:does[\s_-]?)?not?[\s_-])\s*/iu;
/** A word in a name that turns it around. */
const SAYS_NOT = /(?:^|[\s_-])not?(?:[\s_-]|$)/iu;

/** How a name can be written at all; what is none was hardly meant as one. */
const NAME = /^!?[\p{L}_][\p{L}\p{N}_-]*$/u;
/** What turns a call around in other tools. */
const NOT = /^not$/iu;

/** The name that a function was meant by. One that says "not" is never taken for what asks for the opposite. */
function meantName(fn: string, pointFunctions: readonly PointFunctionDefinition[]): string | undefined {
  const names = definitionNames(pointFunctions);
  const turned = names.map((name) => `not_${name}`);
  const meant = fn.replace(TURNED, 'not_').replace(TWICE, '');
  return meantFunction(pointFunctions, meant) ?? meantFunction(pointFunctions, fn) ?? nearestMatch(meant, SAYS_NOT.test(meant) ? turned : [...names, ...turned]);
}

function hintOf(fn: string, pointFunctions: readonly PointFunctionDefinition[], argument: unknown): string {
  if (NOT.test(fn)) {
    const call = meantCall(pointFunctions, fn, argument as JsonValue | undefined);
    return call === undefined ? 'write not_ in front of the name of the function, as in - $not_contains: "words"' : `did you mean - ${call}?`;
  }
  const nearest = meantName(fn, pointFunctions);
  if (nearest !== undefined) return `did you mean $${nearest}?`;
  if (!NAME.test(fn)) return `a text that begins with a dollar sign is written as in - { text: ${JSON.stringify(boundedLine(`$${fn}`, 120))} }`;
  return 'see `assay list functions` for those that are installed';
}

/**
 * What is said of a point function that is none of those that may be called.
 * @param argument What it was called with.
 */
export function unusableFunction(
  fn: string,
  pointFunctions: readonly PointFunctionDefinition[],
  argument?: unknown,
): { readonly message: string; readonly hint: string } {
  const reason = unsupportedReason(fn);
  if (reason !== undefined) return { message: reason, hint: 'check it with other points' };
  return { message: `there is no point function "${boundedLine(fn, 120)}"`, hint: hintOf(fn, pointFunctions, argument) };
}
