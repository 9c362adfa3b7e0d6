/**
 * The engine that fills prompts in. Plain JavaScript, because it works in the thread for long tasks too,
 * which Node starts from its file wherever it stands.
 *
 * @import { Context, Template } from 'liquidjs'
 */

import { holds, shortened } from './long-searches.js';

/** Longest template, in characters. */
const PARSE_LIMIT = 1_000_000;
/** Characters and list items that one rendering may create. */
const MEMORY_LIMIT = 50_000_000;
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

/** Under this name a rendering knows the code of its fences. No template can: it is no variable. */
const FENCE_CODE = 'fence code';

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
 * Makes fences as an example shows them.
 *
 * @param {string} example a fence of the name `N`, the code `C` and the text `T`, each between NUL characters.
 * @returns {(name: string, code: string, text: string) => string}
 */
export function fenceOf(example) {
  const parts = example.split('\0');
  return (name, code, text) => parts.map((part) => ({ N: name, C: code, T: text })[part] ?? part).join('');
}

/** A text that still knows its name when it is put out. @param {typeof import('liquidjs')} liquidjs */
function namedTexts({ Drop }) {
  return class NamedText extends Drop {
    #text;

    /** @param {string} name @param {string} text */
    constructor(name, text) {
      super();
      this.variable = name;
      this.#text = text;
    }

    get size() {
      return this.#text.length;
    }

    get length() {
      return this.#text.length;
    }

    /** @override */
    valueOf() {
      return this.#text;
    }

    /** @override */
    toString() {
      return this.#text;
    }

    toJSON() {
      return this.#text;
    }
  };
}

/**
 * @param {typeof import('liquidjs')} liquidjs
 * @param {object} options
 * @param {(name: string, code: string, text: string) => string} options.fence stands around every text that is
 * put out, so that what it holds cannot pass for the prompt's own words.
 * @param {boolean} options.atOnce throws {@link LATER} where a search might hold everything up; else that is done in a way
 * that takes no longer than the texts are.
 */
export function createLiquid(liquidjs, { fence, atOnce }) {
  const { defaultOperators, Liquid } = liquidjs;
  const NamedText = namedTexts(liquidjs);
  const containsText = /** @type {(text: unknown, part: unknown, context: Context) => boolean} */ (defaultOperators['contains']);

  /** What `{{ … }}` puts out. Liquid calls this as it calls filters: `this` tells the rendering that it is for. */
  /** @this {{ readonly context: { readonly globals: object } }} @param {unknown} value */
  function escape(value) {
    const { [FENCE_CODE]: code = '' } = /** @type {Readonly<Record<string, string>>} */ (this.context.globals);
    if (value === undefined || value === null) return '';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    const { variable } = /** @type {{ readonly variable?: string }} */ (value);
    const text = Array.isArray(value) ? value.map(String).join('') : String(value);
    return fence(variable?.toLowerCase().replaceAll('_', '-') ?? 'value', code, text);
  }

  const parser = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // Includes are looked up here and nowhere else: a prompt reads no files.
    templates: {},
    outputEscape: escape,
    parseLimit: PARSE_LIMIT,
    memoryLimit: MEMORY_LIMIT,
    operators: {
      ...defaultOperators,
      contains(/** @type {unknown} */ text, /** @type {unknown} */ part, /** @type {Context} */ context) {
        // A list has the part as one of its items.
        if (!Array.isArray(text) && mayTakeLong(text, part, atOnce)) return holds(textOf(text), textOf(part));
        return containsText(text, part, context);
      },
    },
  });
  for (const [name, which] of Object.entries(SEARCHING)) {
    const filter = parser.filters[name];
    if (typeof filter !== 'function') continue;
    parser.registerFilter(name, function checked(/** @type {unknown} */ text, /** @type {unknown} */ part, /** @type {unknown[]} */ ...more) {
      if (!mayTakeLong(text, part, atOnce)) return filter.call(this, text, part, ...more);
      const short = shortened(textOf(text), textOf(part), which);
      return filter.call(this, short.text, short.part, ...more);
    });
  }
  // Liquid's own filter of this name would take the fence away.
  parser.registerFilter('raw', (/** @type {unknown} */ value) => value);

  /** @param {Template[]} template @param {Readonly<Record<string, string>>} variables @param {string} code */
  const render = (template, variables, code) => {
    const scope = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, new NamedText(name, text)]));
    return String(parser.renderSync(template, scope, { globals: { [FENCE_CODE]: code } }));
  };
  return { parser, render };
}
