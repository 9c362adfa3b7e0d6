import { slug } from 'github-slugger';
import { marker } from './item-page.mjs';
import { table } from './option-tables.mjs';
import { choices, isEntry, subschema } from './json-schema.mjs';
import { limitText, typeText } from './type-text.mjs';

/** @typedef {import('./json-schema.mjs').JsonSchema} JsonSchema */

/** @param {string} ref @returns {string} the name of a definition that a reference leads to */
const nameOf = (ref) => ref.slice(ref.lastIndexOf('/') + 1);

/** @param {JsonSchema} schema @param {string} prefix @returns {string[][]} one row for each field; small mappings are spelled out */
function rows(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const needed = schema.required?.includes(key) ? 'always' : '';
    /** @param {JsonSchema} target */
    const link = ({ $ref }) => ($ref === undefined ? 'mapping' : `[${nameOf($ref)}](#${slug(nameOf($ref))})`);
    const own = [`\`${prefix}${key}\``, typeText(property, link), needed, limitText(property), property.description ?? ''];
    const inner = choices(property).flatMap((part) => {
      const items = choices(subschema(part.items)).filter(isEntry);
      return isEntry(part) ? rows(part, `${prefix}${key}.`) : items.flatMap((item) => rows(item, `${prefix}${key}[].`));
    });
    return [own, ...inner];
  });
}

/** @param {string} title @param {JsonSchema} schema @param {number} level */
function section(title, schema, level) {
  return [
    `${'#'.repeat(level)} ${title}`,
    '',
    ...(schema.description === undefined ? [] : [schema.description, '']),
    table(['field', 'type', 'present', 'allowed', 'meaning'], rows(schema)),
    '',
  ];
}

/**
 * The page of the formats on disk.
 * @param {readonly {file: string, schema: JsonSchema}[]} schemas `file` is shown and linked, from the folder of the page
 * @param {string} [notes] what stands at the head
 */
export function rowPage(schemas, notes = '') {
  /** @type {Map<string, JsonSchema>} */
  const shared = new Map(schemas.flatMap(({ schema }) => Object.entries(schema.$defs ?? {})));
  return `${[
    marker('packages/schema/schemas'),
    '',
    '# Result rows, the manifest and the summary',
    '',
    notes.trim(),
    '',
    ...schemas.flatMap(({ file, schema }) => [
      ...section(schema.title ?? file, schema, 2),
      `JSON Schema: [${file.slice(file.lastIndexOf('/') + 1)}](${file})`,
      '',
    ]),
    '## Shared parts',
    '',
    ...[...shared].flatMap(([name, schema]) => section(name, schema, 3)),
  ]
    .join('\n')
    .trimEnd()}\n`;
}
