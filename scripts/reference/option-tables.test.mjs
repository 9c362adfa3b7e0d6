import { describe, expect, test } from 'vitest';
import { splitDefault } from './default-text.mjs';
import { optionTables, table } from './option-tables.mjs';
import { limitText, typeText } from './type-text.mjs';

const noLink = () => 'mapping';

describe('typeText', () => {
  test.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'whole number'],
    [{ type: 'boolean' }, 'true or false'],
    [{}, 'anything'],
    [{ const: 'weighted_average' }, '`weighted_average`'],
    [{ enum: ['a', 1, null] }, 'text or number or null'],
    [{ type: 'array', items: { type: 'string' } }, 'list of text'],
    [{ type: 'array' }, 'list'],
    [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false }, '[whole number, whole number]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'mapping of names to number'],
    [{ type: 'object', additionalProperties: {} }, 'mapping'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }, 'text or list of text'],
    [{ anyOf: [{ type: 'string', minLength: 1 }, { type: 'string' }] }, 'text'],
  ])('%j is "%s"', (schema, text) => {
    expect(typeText(schema, noLink)).toBe(text);
  });
});

describe('limitText', () => {
  test.each([
    [{ type: 'number' }, ''],
    [{ type: 'number', minimum: 0 }, '≥ 0'],
    [{ type: 'number', exclusiveMinimum: 0 }, '> 0'],
    [{ type: 'number', maximum: 1 }, '≤ 1'],
    [{ type: 'integer', minimum: 0, maximum: 10 }, '0 to 10'],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, '≥ 1'],
    [{ type: 'string', enum: ['exact', 'date'] }, '`exact`, `date`'],
    [{ type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } }, 'not empty'],
    [{ type: 'object', additionalProperties: { type: 'number', minimum: 0 } }, 'each ≥ 0'],
  ])('%j allows "%s"', (schema, text) => {
    expect(limitText(schema)).toBe(text);
  });
});

describe('splitDefault', () => {
  test.each([
    ['Seconds until the script is ended; default 60', 'Seconds until the script is ended', '`60`'],
    ['Score from which the verdict is pass; below it, fail; default 0.5', 'Score from which the verdict is pass; below it, fail', '`0.5`'],
    ['Take no notice of space; default true', 'Take no notice of space', '`true`'],
    ['Name in results; default is the type', 'Name in results', 'the type'],
    ['Folder to run in. Default: the folder of the project.', 'Folder to run in', 'the folder of the project'],
    ['exact (default); date: the same day', 'exact; date: the same day', '`exact`'],
    ['Most that numbers may differ', 'Most that numbers may differ', undefined],
  ])('%s', (description, text, value) => {
    expect(splitDefault(description)).toEqual({ text, default: value });
  });
});

describe('table', () => {
  test('leaves out columns that are empty everywhere, and escapes what would end a cell', () => {
    expect(table(['key', 'default', 'meaning'], [['`a`', '', 'x | y']])).toBe('| key | meaning |\n| --- | --- |\n| `a` | x \\| y |');
  });
});

describe('optionTables', () => {
  test('shows name, type, whether it is required, default, allowed values and description of every key', () => {
    const schema = {
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['any', 'all'], description: 'How to compare' },
        limit: { type: 'number', minimum: 0, description: 'The most; default 5' },
      },
      required: ['mode'],
    };
    expect(optionTables(schema).split('\n')).toEqual([
      '| key | type | required | default | allowed | meaning |',
      '| --- | --- | --- | --- | --- | --- |',
      '| `mode` | text | yes |  | `any`, `all` | How to compare |',
      '| `limit` | number |  | `5` | ≥ 0 | The most |',
    ]);
  });

  test('what must hold between keys stands below the table, as validation says it', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, 'x-rules': ['a or b is required'] };
    expect(optionTables(schema)).toMatch(/\n\n- a or b is required$/u);
  });

  test('a mapping inside a list, and one inside that, each get a linked table of their own', () => {
    const range = { type: 'object', properties: { from: { type: 'integer' } } };
    const line = { type: 'object', properties: { ranges: { type: 'array', items: range } } };
    const schema = {
      type: 'object',
      properties: { lines: { type: 'array', items: { anyOf: [{ type: 'string' }, line] } } },
    };
    const text = optionTables(schema);
    expect(text).toContain('| `lines` | list of text or [mapping](#keys-of-lines) |');
    expect(text).toContain('### Keys of `lines[]`');
    expect(text).toContain('| `ranges` | list of [mapping](#keys-of-linesranges) |');
    expect(text).toContain('### Keys of `lines[].ranges[]`\n\n| key | type |\n| --- | --- |\n| `from` | whole number |');
  });

  test('variants at one place are told apart by their type', () => {
    /** @param {string} type */
    const variant = (type) => ({ type: 'object', properties: { type: { const: type } }, required: ['type'] });
    const schema = { type: 'object', properties: { how: { oneOf: [variant('mean'), variant('script')] } } };
    const text = optionTables(schema);
    expect(text).toContain(
      '[mapping with type mean](#keys-of-how-with-type-mean) or [mapping with type script](#keys-of-how-with-type-script)',
    );
    expect(text).toContain('### Keys of `how` with type script');
  });
});
