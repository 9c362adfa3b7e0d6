/**
 * Keeps the searches of the engine from holding everything up: nothing ends one in the middle. Plain JavaScript, as who uses it.
 *
 * @import { Context, Liquid } from 'liquidjs'
 */

import { holds, shortened } from './long-searches.js';

/** Comparisons that one search of the engine may take, about 20 ms: nothing ends it in the middle. */
const MOST_COMPARISONS = 20_000_000;

/**
 * Filters that look for one text in another, and the places that they mean.
 *
 * @type {Readonly<Record<string, 'first' | 'last' | 'all'>>}
 */
const SEARCHING = {
  replace: 'all',
  replace_first: 'first',
  replace_last: 'last',
  remove: 'all',
  remove_first: 'first',
  remove_last: 'last',
  split: 'all',
};

/** Thrown out of a rendering that has to go on where it can be ended. */
export const LATER = new Error('a search that may take long');

/** What a filter takes a value for. @param {unknown} value @returns {string} */
function textOf(value) {
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === undefined || value === null ? '' : String(value);
}

/**
 * Whether a search may take so long that it is done in another way.
 *
 * @param {unknown} text
 * @param {unknown} part
 * @param {boolean} atOnce
 */
function mayTakeLong(text, part, atOnce) {
  if (textOf(text).length * textOf(part).length <= MOST_COMPARISONS) return false;
  if (atOnce) throw LATER;
  return true;
}

/**
 * The operators of the engine, of which `contains` takes no longer than the texts are.
 *
 * @param {typeof import('liquidjs')} liquidjs
 * @param {boolean} atOnce throws {@link LATER} where a search might hold everything up; else that is done in a way
 * that takes no longer than the texts are.
 */
export function searchOperators({ defaultOperators }, atOnce) {
  const containsText = /** @type {(text: unknown, part: unknown, context: Context) => boolean} */ (defaultOperators['contains']);
  return {
    ...defaultOperators,
    contains(/** @type {unknown} */ text, /** @type {unknown} */ part, /** @type {Context} */ context) {
      // A list has the part as one of its items.
      if (!Array.isArray(text) && mayTakeLong(text, part, atOnce)) return holds(textOf(text), textOf(part));
      return containsText(text, part, context);
    },
  };
}

/**
 * Has the filters of an engine that search take no longer than the texts are.
 *
 * @param {Liquid} engine
 * @param {boolean} atOnce as in {@link searchOperators}
 */
export function boundSearches(engine, atOnce) {
  for (const [name, which] of Object.entries(SEARCHING)) {
    const filter = engine.filters[name];
    if (typeof filter !== 'function') continue;
    engine.registerFilter(name, function checked(/** @type {unknown} */ text, /** @type {unknown} */ part, /** @type {unknown[]} */ ...more) {
      if (!mayTakeLong(text, part, atOnce)) return filter.call(this, text, part, ...more);
      const short = shortened(textOf(text), textOf(part), which);
      return filter.call(this, short.text, short.part, ...more);
    });
  }
}
