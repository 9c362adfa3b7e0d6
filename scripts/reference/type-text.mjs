import { choices, isEntry, subschema } from './json-schema.mjs';

/** @typedef {import('./json-schema.mjs').JsonSchema} JsonSchema */

/** Names of JSON Schema's types in plain words. @type {Readonly<Record<string, string>>} */
const TYPES = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  array: 'list',
  object: 'mapping',
  null: 'null',
};

/** @param {unknown} value */
const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** @param {readonly string[]} items */
const distinct = (items) => [...new Set(items)];

/** @param {JsonSchema} list @param {(schema: JsonSchema) => string} link */
function listText(list, link) {
  if (list.prefixItems) return `[${list.prefixItems.map((item) => typeText(item, link)).join(', ')}]`;
  const item = subschema(list.items);
  return item === undefined || Object.keys(item).length === 0 ? 'list' : `list of ${typeText(item, link)}`;
}

/** @param {JsonSchema} schema @param {(schema: JsonSchema) => string} link */
function mappingText(schema, link) {
  if (isEntry(schema)) return link(schema);
  const value = subschema(schema.additionalProperties);
  return value === undefined || Object.keys(value).length === 0 ? 'mapping' : `mapping of names to ${typeText(value, link)}`;
}

/**
 * A schema's type in words: `list of text or mapping`.
 * @param {JsonSchema} schema
 * @param {(schema: JsonSchema) => string} link what to write for a mapping that has a table of its own, or a reference
 * @returns {string}
 */
export function typeText(schema, link) {
  const parts = choices(schema);
  if (parts.length > 1) return distinct(parts.map((part) => typeText(part, link))).join(' or ');
  if (schema.$ref !== undefined) return link(schema);
  if ('const' in schema) return code(schema.const);
  const types = schema.enum && schema.type === undefined ? distinct(schema.enum.map(kindOf)) : [schema.type ?? []].flat();
  if (types.length === 0) return 'anything';
  return types
    .map((type) => {
      if (type === 'array') return listText(schema, link);
      return type === 'object' ? mappingText(schema, link) : (TYPES[type] ?? type);
    })
    .join(' or ');
}

/** @param {unknown} value @returns {string} its type as JSON Schema calls it */
function kindOf(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** @param {JsonSchema} schema @returns {string[]} */
function ownLimits(schema) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    ...(schema.enum ? [schema.enum.map(code).join(', ')] : []),
    ...(least !== undefined && most !== undefined ? [`${least} to ${most}`] : []),
    ...(least !== undefined && most === undefined ? [`≥ ${least}`] : []),
    ...(least === undefined && most !== undefined ? [`≤ ${most}`] : []),
    ...(exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`< ${exclusiveMaximum}`]),
    ...((schema.minLength ?? 0) > 0 ? ['not empty'] : []),
    ...((schema.minItems ?? 0) > 0 && schema.prefixItems === undefined ? ['not empty'] : []),
  ];
}

/**
 * The values that a schema allows within its type, in words; empty when all are.
 * @param {JsonSchema} schema
 * @returns {string}
 */
export function limitText(schema) {
  return distinct(
    choices(schema).flatMap((part) => {
      const inside = [subschema(part.items), subschema(part.additionalProperties)];
      const items = inside.flatMap((item) => (item && !isEntry(item) ? choices(item).flatMap(ownLimits) : []));
      return [...ownLimits(part), ...items.filter((limit) => limit !== 'not empty').map((limit) => `each ${limit}`)];
    }),
  ).join('; ');
}
