/**
 * The engine that fills prompts in. Plain JavaScript, because it works in the thread for long tasks too,
 * which Node starts from its file wherever it stands.
 *
 * @import { Template } from 'liquidjs'
 */

import { boundSearches, searchOperators } from './bounded-searches.js';

/** Longest template, in characters. */
const PARSE_LIMIT = 1_000_000;
/** Characters and list items that one rendering may create. */
const MEMORY_LIMIT = 50_000_000;
/** Under this name a rendering knows the code of its fences. No template can: it is no variable. */
const FENCE_CODE = 'fence code';

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
 * @param {boolean} options.atOnce throws `LATER` where a search might hold everything up; else that is done in a way
 * that takes no longer than the texts are.
 */
export function createLiquid(liquidjs, { fence, atOnce }) {
  const { Liquid } = liquidjs;
  const NamedText = namedTexts(liquidjs);

  /** What `{{ … }}` puts out. Liquid calls this as it calls filters: `this` tells the rendering that it is for. */
  /** @this {{ readonly context: { readonly globals: object } }} @param {unknown} value */
  function escape(value) {
    const { [FENCE_CODE]: code = '' } = /** @type {Readonly<Record<string, string>>} */ (this.context.globals);
    if (value === undefined || value === null) return '';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    const { variable } = /** @type {{ readonly variable?: string }} */ (value);
    const text = Array.isArray(value) ? value.map(String).join('') : String(value);
    return fence(variable?.toLowerCase().replaceAll(/[^a-z0-9-]/gu, '-') ?? 'value', code, text);
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
    operators: searchOperators(liquidjs, atOnce),
  });
  boundSearches(parser, atOnce);
  // Liquid's own filter of this name would take the fence away.
  parser.registerFilter('raw', (/** @type {unknown} */ value) => value);

  /** @param {Readonly<Record<string, string | Readonly<Record<string, string>>>>} variables @returns {Record<string, unknown>} */
  const named = (variables) =>
    Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, typeof value === 'string' ? new NamedText(name, value) : named(value)]));

  /** @param {Template[]} template @param {Readonly<Record<string, string | Readonly<Record<string, string>>>>} variables @param {string} code */
  const render = (template, variables, code) => {
    const scope = named(variables);
    return String(parser.renderSync(template, scope, { globals: { [FENCE_CODE]: code } }));
  };
  return { parser, render };
}
