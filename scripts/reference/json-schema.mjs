/**
 * The part of JSON Schema that the pages show.
 * @typedef {object} JsonSchema
 * @property {string} [title]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {string | string[]} [type]
 * @property {readonly unknown[]} [enum]
 * @property {unknown} [const]
 * @property {readonly JsonSchema[]} [anyOf]
 * @property {readonly JsonSchema[]} [oneOf]
 * @property {JsonSchema | boolean} [items]
 * @property {readonly JsonSchema[]} [prefixItems]
 * @property {Readonly<Record<string, JsonSchema>>} [properties]
 * @property {JsonSchema | boolean} [additionalProperties]
 * @property {readonly string[]} [required]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [exclusiveMinimum]
 * @property {number} [exclusiveMaximum]
 * @property {number} [minLength]
 * @property {number} [minItems]
 * @property {string} [$ref]
 * @property {Readonly<Record<string, JsonSchema>>} [$defs]
 * @property {readonly string[]} [x-rules] what must hold between several keys, in words
 */

/** @param {JsonSchema | undefined} schema @returns {readonly JsonSchema[]} the schema, or those that it is a choice of */
export function choices(schema) {
  if (schema === undefined) return [];
  const parts = schema.anyOf ?? schema.oneOf;
  return parts === undefined ? [schema] : parts.flatMap((part) => choices(part));
}

/** @param {JsonSchema} schema @returns {boolean} whether it is a mapping whose keys are known */
export function isEntry(schema) {
  return Object.keys(schema.properties ?? {}).length > 0;
}

/** @param {JsonSchema | boolean | undefined} schema @returns {JsonSchema | undefined} undefined for `true`, `false` and what is absent */
export function subschema(schema) {
  return typeof schema === 'object' ? schema : undefined;
}
