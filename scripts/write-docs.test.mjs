import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { functionPage, itemPage } from './reference/item-page.mjs';
import { loadRegistries, NotBuiltError } from './reference/load-registries.mjs';
import { rowPage } from './reference/row-page.mjs';
import { readManifest, workspaceRoot } from './support/workspace.mjs';
import { differences, writePages } from './write-docs.mjs';

let docs = '';

beforeEach(() => {
  docs = mkdtempSync(join(tmpdir(), 'assay-reference-'));
});

afterEach(() => rmSync(docs, { recursive: true, force: true }));

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(docs, path)), { recursive: true });
  writeFileSync(join(docs, path), text);
}

const pages = [
  { path: 'evaluators/rubric.md', text: 'rubric\n' },
  { path: 'row-format.md', text: 'rows\n' },
];

describe('before a build', () => {
  test('npm run write:docs builds what it makes the pages from', () => {
    expect(readManifest(join(workspaceRoot, 'package.json')).scripts?.['write:docs']).toMatch(/^node scripts\/run-tasks\.mjs build && /u);
  });

  test('the script alone says what to run', async () => {
    write('packages/evaluators/package.json', '{ "name": "@assay/evaluators" }');
    const error = await loadRegistries(docs).catch((/** @type {unknown} */ reason) => reason);
    expect(error).toBeInstanceOf(NotBuiltError);
    expect(error).toMatchObject({ message: expect.stringContaining('is not built: run "npm run write:docs", which builds it') });
  });
});

describe('pages on disk', () => {
  test('a page that is missing, differs, or documents nothing that is installed is a difference', () => {
    write('evaluators/rubric.md', 'something else\n');
    write('evaluators/gone.md', 'gone\n');
    write('evaluators/_notes/gone.md', 'notes on it\n');
    write('evaluators/_notes/rubric.md', 'notes\n');
    expect(differences(pages, docs)).toEqual([
      { path: 'evaluators/rubric.md', problem: 'out of date' },
      { path: 'row-format.md', problem: 'missing' },
      { path: 'evaluators/gone.md', problem: 'of nothing that is installed' },
      { path: 'evaluators/_notes/gone.md', problem: 'of nothing that is installed' },
    ]);
  });

  test('writing leaves no difference, and never touches notes or pages of other folders', () => {
    write('evaluators/gone.md', 'gone\n');
    write('evaluators/_notes/rubric.md', 'notes\n');
    write('guide.md', 'a guide\n');
    writePages(pages, docs);
    expect(differences(pages, docs)).toEqual([]);
    expect(existsSync(join(docs, 'evaluators/gone.md'))).toBe(false);
    expect(readFileSync(join(docs, 'evaluators/_notes/rubric.md'), 'utf8')).toBe('notes\n');
    expect(readFileSync(join(docs, 'guide.md'), 'utf8')).toBe('a guide\n');
  });
});

/** @type {import('./reference/load-registries.mjs').Item} */
const item = {
  name: 'contains',
  aliases: ['has'],
  description: 'Looks for a text.',
  options: { type: 'object', properties: { value: { type: 'string', description: 'The text' } } },
  examples: [{ title: 'A word', value: { type: 'contains', value: 'x' } }],
  uses: [],
  openOptions: false,
};

describe('page of an item', () => {
  test('shows description, aliases, options, examples as YAML, what it needs, and the notes', () => {
    const text = itemPage({ ...item, uses: ['process'], openOptions: true }, 'evaluator', '\nMore on it.\n');
    expect(text).toContain('# `contains`\n\nLooks for a text.\n\nAlso written: `has`.\n\nNeeds to run a program on this machine.\n');
    expect(text).toContain('| `value` | text | The text |\n\nKeys that are not listed here are allowed and handed on.\n');
    expect(text).toContain('A word:\n\n```yaml\nevaluators:\n  - type: contains\n    value: x\n```\n');
    expect(text).toMatch(/## Notes\n\nMore on it\.\n$/u);
  });

  test('has no notes without a file of notes', () => {
    expect(itemPage(item, 'provider')).not.toContain('## Notes');
    expect(itemPage(item, 'provider')).not.toContain('batch');
    expect(itemPage({ ...item, batchShare: 0.5 }, 'provider')).toContain('Can be asked in [batches](../batch.md), for 50 % of the price: `assay run --batch`.');
  });

  test('a point function stands on one page with its not_ form', () => {
    const negated = { ...item, name: 'not_contains', examples: [{ title: '', value: { type: 'not_contains', value: 'x' } }] };
    const text = functionPage({ ...item, options: { type: 'string', minLength: 1 } }, item, negated);
    expect(text).toContain('# `contains` and `not_contains`');
    expect(text).toContain('Its argument: text (not empty).');
    expect(text).toContain('- type: not_contains');
  });
});

describe('page of the row format', () => {
  test('spells out small mappings, links shared parts, and says what is always present', () => {
    const schema = {
      title: 'Row',
      description: 'One line.',
      properties: {
        bounds: { type: 'object', properties: { worst: { type: 'number' } }, required: ['worst'] },
        calls: { type: 'array', items: { $ref: '#/$defs/ToolCall' }, description: 'Calls made' },
      },
      required: ['bounds'],
      $defs: { ToolCall: { type: 'object', properties: { tool: { type: 'string' } } } },
    };
    const text = rowPage([{ file: '../row.schema.json', schema }], 'Head.');
    expect(text).toContain('Head.\n\n## Row\n\nOne line.\n');
    expect(text).toContain('| `bounds` | mapping | always |  |\n| `bounds.worst` | number | always |  |');
    expect(text).toContain('| `calls` | list of [ToolCall](#toolcall) |  | Calls made |');
    expect(text).toContain('### ToolCall\n\n| field | type |\n| --- | --- |\n| `tool` | text |');
    expect(text).toContain('[row.schema.json](../row.schema.json)');
  });
});
