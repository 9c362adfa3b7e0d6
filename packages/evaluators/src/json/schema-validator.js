/**
 * The check of a value against a JSON Schema. Plain JavaScript, because it works in the thread for long
 * tasks too, which Node starts from its file wherever it stands.
 *
 * @import { Ajv, ErrorObject, FuncKeywordDefinition, Options } from 'ajv'
 */

import { isMultipleOf } from './is-multiple-of.js';
import { withPlainReferences } from './plain-references.js';
import { draftOf } from './schema-drafts.js';

/** @satisfies {Options} */
const OPTIONS = { allErrors: true, strict: false, validateFormats: false, logger: false, ownProperties: true };

/** One text for equal values, whatever the order of their keys. @param {unknown} value @returns {string} */
function sameText(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`;
  const fields = /** @type {Readonly<Record<string, unknown>>} */ (value);
  return `{${Object.keys(fields).toSorted().map((key) => `${JSON.stringify(key)}:${sameText(fields[key])}`).join()}}`;
}

/**
 * `uniqueItems` in a time that grows with the length of the list: the one that comes with the
 * validator compares each item with each other.
 *
 * @type {FuncKeywordDefinition}
 */
const uniqueItems = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must NOT have duplicate items' },
  compile: (/** @type {boolean} */ wanted) => (/** @type {readonly unknown[]} */ items) =>
    !wanted || items.length < 2 || new Set(items.map((item) => sameText(item))).size === items.length,
};

/**
 * `multipleOf` of decimals: the one that comes with the validator divides floating-point numbers, so that 19.99 were no
 * multiple of 0.01.
 *
 * @type {FuncKeywordDefinition}
 */
const multipleOf = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
  compile: (/** @type {number} */ divisor) => (/** @type {number} */ number) => isMultipleOf(number, divisor),
};

/** @param {ErrorObject} error */
function describe({ params, instancePath, message, keyword }) {
  const extra = 'additionalProperty' in params ? ` ("${String(params['additionalProperty'])}")` : '';
  const allowed = 'allowedValues' in params ? `: ${JSON.stringify(params['allowedValues'])}` : '';
  return `${instancePath === '' ? '/' : instancePath} ${message ?? keyword}${extra}${allowed}`;
}

/** @param {string | undefined} draft @returns {Promise<(options: Options) => Ajv>} */
async function loadAjv(draft) {
  if (draft === '2020-12') {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    return (options) => new Ajv2020(options);
  }
  if (draft === '2019-09') {
    const { Ajv2019 } = await import('ajv/dist/2019.js');
    return (options) => new Ajv2019(options);
  }
  const { Ajv } = await import('ajv');
  return (options) => new Ajv(options);
}

/**
 * What reads a schema, by its draft: it makes of it the check of what a value has against it, each as `/place what is wrong`,
 * and throws when the schema is not valid.
 *
 * @param {Readonly<Record<string, unknown>>} written The schema that is to be read.
 */
export async function loadSchemaReader(written) {
  const draft = draftOf(written);
  const newAjv = await loadAjv(draft);
  /**
   * @param {Readonly<Record<string, unknown>>} schema
   * @param {(written: string) => { test(text: string): boolean }} pattern makes what tries a pattern of the schema.
   * @returns {(value: unknown) => string[]}
   */
  return (schema, pattern) => {
    const regExp = Object.assign((/** @type {string} */ text) => pattern(text), { code: 'new RegExp' });
    const ajv = newAjv({ ...OPTIONS, code: { regExp } });
    // Draft 7 has all of draft 6, and the validator knows how to check that a schema is valid by the later one alone.
    const read = draft === 'draft-06' ? { ...schema, $schema: undefined } : draft === '2020-12' ? withPlainReferences(schema) : schema;
    const validate = [uniqueItems, multipleOf].reduce((own, keyword) => own.removeKeyword(String(keyword.keyword)).addKeyword(keyword), ajv).compile(read);
    return (value) => (validate(value) ? [] : (validate.errors ?? []).map(describe));
  };
}
