import { readdirSync } from 'node:fs';
import { reporterDefinitionConformance } from '@assay/schema/testing';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describe, expect, test } from 'vitest';
import { reporterDefinitions } from './registry.js';

const OTHER_FILES = new Set(['registry', 'text-stream']);

test('registry = files = tests', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts'));
  const sources = files.filter((file) => !file.endsWith('.test.ts')).map((file) => file.slice(0, -3));
  const expected = sources.filter((name) => !OTHER_FILES.has(name)).toSorted();
  expect(reporterDefinitions.map(({ name }) => name).toSorted()).toEqual(expected);
  for (const name of expected) expect(files).toContain(`${name}.test.ts`);
});

describe.each(reporterDefinitions.map((definition) => [definition.name, definition] as const))('%s', (_name, definition) => {
  test.each(reporterDefinitionConformance(definition).map((check) => [check.name, check] as const))('%s', async (_check, { run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  test('every option is described in a JSON Schema', () => {
    // A JSON Schema has no flags of patterns; what is asked of here is that options are described.
    const schema = toJsonSchema(definition.options as Parameters<typeof toJsonSchema>[0], { ignoreActions: ['regex'] });
    for (const [key, entry] of Object.entries(schema.properties ?? {})) expect(typeof entry === 'object' && entry.description, key).toMatch(/\w/u);
  });
});
