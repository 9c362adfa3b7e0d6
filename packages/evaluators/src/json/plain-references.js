/**
 * Dynamic references as plain ones. Plain JavaScript, because it works in the thread for long tasks too.
 */

import { DATA, isMapping, NAMED } from './places-in-schemas.js';

/** What a dynamic keyword is, where nothing can take the place of what it names. @type {ReadonlyMap<string, string>} */
const PLAIN = new Map([['$dynamicAnchor', '$anchor'], ['$dynamicRef', '$ref']]);

/** Thrown out of a schema that cannot be written with plain references. */
const AS_IT_IS = new Error('dynamic references that mean more than plain ones');

/**
 * @param {unknown} part
 * @param {'root' | 'schema' | 'names'} place
 * @param {string} whole What refers to the whole schema by its name, which the validator knows as `#` alone.
 * @returns {unknown}
 */
function rewritten(part, place, whole) {
  if (Array.isArray(part)) return part.map((item) => rewritten(item, 'schema', whole));
  if (!isMapping(part)) return part;
  if (place === 'names') return Object.fromEntries(Object.entries(part).map(([name, schema]) => [name, rewritten(schema, 'schema', whole)]));
  const has = (/** @type {string} */ key) => Object.hasOwn(part, key);
  // A part with an `$id` is a schema of its own, whose anchors may be taken by others.
  if ((place === 'schema' && has('$id')) || [...PLAIN].some(([dynamic, plain]) => has(dynamic) && has(plain))) throw AS_IT_IS;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === '$dynamicRef' && value === whole) return ['$ref', '#'];
      return [PLAIN.get(key) ?? key, DATA.has(key) ? value : rewritten(value, NAMED.has(key) ? 'names' : 'schema', whole)];
    }),
  );
}

/**
 * A schema whose dynamic references are plain ones, which mean the same in one that holds no other. The validator takes a
 * dynamic reference to a part that it has not come through for one to the whole schema, by which replies pass that do not fit.
 *
 * @param {Readonly<Record<string, unknown>>} schema
 * @returns {Readonly<Record<string, unknown>>} The schema itself where it holds others, or has both kinds side by side.
 */
export function withPlainReferences(schema) {
  try {
    return /** @type {Readonly<Record<string, unknown>>} */ (rewritten(schema, 'root', `#${String(schema['$dynamicAnchor'])}`));
  } catch (error) {
    if (error === AS_IT_IS) return schema;
    throw error;
  }
}
