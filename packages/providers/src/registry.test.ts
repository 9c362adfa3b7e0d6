import { readdirSync } from 'node:fs';
import { ConfigError } from '@assay/schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describe, expect, test } from 'vitest';
import { loadProvider, providerDefinitions, providerNames } from './registry.js';

const OTHER_FILES = new Set(['index', 'registry']);
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts'));

test('registry = files = tests', () => {
  const sources = files.filter((file) => !file.endsWith('.test.ts')).map((file) => file.slice(0, -3));
  const expected = sources.filter((name) => !OTHER_FILES.has(name)).toSorted();
  expect([...providerNames].toSorted()).toEqual(expected);
  for (const name of expected) expect(files).toContain(`${name}.test.ts`);
});

test('an alias leads to its definition, and every alias of a definition is known', async () => {
  const definitions = await providerDefinitions();
  const aliases = definitions.flatMap(({ name, aliases = [] }) => aliases.map((alias) => ({ name, alias })));
  for (const { name, alias } of aliases) expect((await loadProvider(alias)).name).toBe(name);
  expect(aliases.map(({ alias }) => alias).toSorted()).toMatchInlineSnapshot(`
    [
      "azure-openai",
      "azure_openai",
      "claude",
      "custom",
      "gemini",
      "google-genai",
      "openai_compatible",
      "recording",
      "togetherai",
    ]
  `);
});

test.each(['opnai', 'constructor', ''])('the unknown provider "%s" is a ConfigError with the list', async (name) => {
  await expect(loadProvider(name)).rejects.toThrow(ConfigError);
  await expect(loadProvider(name)).rejects.toMatchObject({
    hint: expect.stringContaining('openai, openai-compatible'),
  });
});

test('the nearest name is suggested', async () => {
  await expect(loadProvider('antropic')).rejects.toMatchObject({
    hint: expect.stringContaining('did you mean "anthropic"?'),
  });
});

describe.each(providerNames)('%s', (name) => {
  test('carries its registered name, and every option is described in a JSON Schema', async () => {
    const definition = await loadProvider(name);
    expect(definition.name).toBe(name);
    // What only code can say of a value has no place in a JSON Schema.
    const schema = toJsonSchema(definition.options as Parameters<typeof toJsonSchema>[0], { ignoreActions: ['check', 'raw_check'] });
    const entries = Object.entries(schema.properties ?? {});
    expect(entries.length).toBeGreaterThan(0);
    for (const [key, entry] of entries) expect(typeof entry === 'object' && entry.description, key).toMatch(/\w/u);
  });
});

test('every provider says what asking it sets going, with options that it has', async () => {
  const reach = Object.fromEntries((await providerDefinitions()).map((definition) => [definition.name, definition.reach]));
  expect(Object.values(reach)).not.toContain(undefined);
  expect(reach).toMatchObject({ cli: { kind: 'programs' }, mock: { kind: 'nothing' }, replay: { kind: 'files' }, huggingface: { kind: 'weights' } });
  for (const { name, reach: said, options } of await providerDefinitions()) {
    const keys = said?.kind === 'network' ? said.addresses : said?.kind === 'files' ? said.keys : [];
    const known = Object.keys('entries' in options ? (options.entries as object) : {});
    expect(keys.filter((key) => !known.includes(key)), name).toEqual([]);
    // Any other option that could hold an address has to be one of them.
    expect(known.filter((key) => /url|endpoint|host|address/u.test(key) && said?.kind === 'network' && !keys.includes(key)), name).toEqual([]);
  }
});
