import { slug } from 'github-slugger';
import { splitDefault } from './default-text.mjs';
import { choices, isEntry, subschema } from './json-schema.mjs';
import { limitText, typeText } from './type-text.mjs';

/** @typedef {import('./json-schema.mjs').JsonSchema} JsonSchema */
/** @typedef {{title: string, path: string, schema: JsonSchema}} Entry a mapping with a table of its own */

/** @param {string} text @returns {string} fit for a cell of a table */
function cell(text) {
  return text.replaceAll(/\s*\n\s*/gu, ' ').replaceAll('|', String.raw`\|`);
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows columns that are empty in every row are left out
 */
export function table(head, rows) {
  const kept = head.map((_, column) => rows.some((row) => row[column] !== ''));
  /** @param {readonly string[]} row */
  const line = (row) => `| ${row.filter((_, column) => kept[column]).map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {JsonSchema} schema @param {string} path @returns {[JsonSchema, string][]} mappings with known keys that the value is or holds */
function entriesOf(schema, path) {
  return choices(schema).flatMap((part) => {
    if (isEntry(part)) return [/** @type {[JsonSchema, string]} */ ([part, path])];
    const item = subschema(part.items);
    const value = subschema(part.additionalProperties);
    return [...(item ? entriesOf(item, `${path}[]`) : []), ...(value ? entriesOf(value, `${path}.*`) : [])];
  });
}

/** What tells one variant from the others at the same place: the one value of its `type`. @param {JsonSchema} schema */
function variantOf(schema) {
  const type = schema.properties?.['type'];
  return type && 'const' in type ? ` with type ${String(type.const)}` : '';
}

/** @param {JsonSchema} schema @param {string} path @returns {Entry[]} every mapping below the schema, from the outside in */
function nestedEntries(schema, path) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    entriesOf(property, path === '' ? key : `${path}.${key}`).flatMap(([entry, place]) => [
      { title: `Keys of \`${place}\`${variantOf(entry)}`, path: place, schema: entry },
      ...nestedEntries(entry, place),
    ]),
  );
}

/** @param {JsonSchema} schema @param {(schema: JsonSchema) => string} link */
function keyTable(schema, link) {
  const rows = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const { text, default: said } = splitDefault(property.description ?? '');
    const set = property.default === undefined ? said : `\`${JSON.stringify(property.default)}\``;
    const required = schema.required?.includes(key) ? 'yes' : '';
    return [`\`${key}\``, typeText(property, link), required, set ?? '', limitText(property), text];
  });
  return table(['key', 'type', 'required', 'default', 'allowed', 'meaning'], rows);
}

/** @param {JsonSchema} schema @returns {string[]} */
function ruleLines(schema) {
  const rules = schema['x-rules'] ?? [];
  return rules.length === 0 ? [] : ['', 'Rules, in the words of `assay validate`:', '', ...rules.map((rule) => `- ${rule}`)];
}

/**
 * The keys of a schema as Markdown: a table with what must hold between keys below it, and the same under a heading of
 * its own for every mapping inside.
 * @param {JsonSchema} schema of a mapping
 * @param {number} [level] of the headings
 * @returns {string}
 */
export function optionTables(schema, level = 3) {
  const nested = nestedEntries(schema, '');
  const titles = new Map(nested.map(({ schema: entry, title }) => [entry, title]));
  /** @param {JsonSchema} entry */
  const link = (entry) => `[mapping${variantOf(entry)}](#${slug(titles.get(entry) ?? '')})`;
  const inside = nested.flatMap(({ title, schema: entry }) => [
    '',
    `${'#'.repeat(level)} ${title}`,
    '',
    keyTable(entry, link),
    ...ruleLines(entry),
  ]);
  const own = Object.keys(schema.properties ?? {}).length === 0 ? 'It has none of its own.' : keyTable(schema, link);
  return [own, ...ruleLines(schema), ...inside].join('\n');
}
