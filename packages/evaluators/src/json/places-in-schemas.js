/**
 * Where in a schema keywords stand, and where other things do. Plain JavaScript, because it works in the thread for long
 * tasks too.
 */

/** Keys whose values are data, in which nothing is a keyword. */
export const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);
/** Keys under which schemas stand by names of their own. */
export const NAMED = new Set(['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']);

/** @param {unknown} value @returns {value is Readonly<Record<string, unknown>>} */
export function isMapping(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
