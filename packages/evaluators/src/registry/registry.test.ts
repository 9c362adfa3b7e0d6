import { readdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { definitionNames, type Definition } from '@assay/schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { findEvaluator, installed } from '../../test/installed.js';
import { ownEvaluators } from './evaluators.js';

const here = path.join(import.meta.dirname, '..');

/** Items in a folder by their file, or by the folder that is named as the file in it; folders with other names hold what items share. */
function itemsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return existsSync(path.join(folder, entry.name, `${entry.name}.ts`)) ? [`${entry.name}/${entry.name}.ts`] : [];
    return entry.name.endsWith('.test.ts') ? [] : [entry.name];
  });
}

function isFileOf(definition: Definition, file: string): boolean {
  return path.basename(file) === `${definition.name.replaceAll('_', '-')}.ts`;
}

describe.each([
  ['evaluators', ownEvaluators(installed.pointFunctions)],
  ['point-functions', installed.pointFunctions],
  ['rules', installed.rules],
] as const)('registry of %s', (folder, definitions: readonly Definition[]) => {
  const sources = itemsIn(path.join(here, folder));

  test('every file is registered and every registered one has its file', () => {
    expect(sources.filter((file) => !definitions.some((definition) => isFileOf(definition, file)))).toEqual([]);
    expect(definitions.filter((definition) => !sources.some((file) => isFileOf(definition, file)))).toEqual([]);
    expect(sources).toHaveLength(definitions.length);
  });

  test.each(sources)('%s has a test beside it', (file) => {
    expect(existsSync(path.join(here, folder, file.replace(/\.ts$/u, '.test.ts')))).toBe(true);
  });
});

describe('names', () => {
  test.each([
    ['evaluators', installed.evaluators],
    ['point functions', installed.pointFunctions],
    ['rules', installed.rules],
  ])('no two %s share a name or alias', (_, definitions: readonly Definition[]) => {
    const names = definitionNames(definitions);
    expect(names).toEqual([...new Set(names)]);
  });

  test('every rule is an evaluator', () => {
    for (const { name } of installed.rules) expect(findEvaluator(name)?.name).toBe(name);
  });

  test('every point function is an evaluator, and so is its negation', () => {
    for (const { name } of installed.pointFunctions) {
      expect(findEvaluator(name)?.name).toBe(name);
      expect(findEvaluator(`not_${name}`)?.name).toBe(`not_${name}`);
    }
  });
});

interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, { readonly pipe?: readonly SchemaNode[]; readonly wrapped?: SchemaNode }>>;
}

function describedKeys(options: unknown): { readonly key: string; readonly text: string | undefined }[] {
  const { entries } = options as SchemaNode;
  return Object.entries(entries ?? {}).map(([key, schema]) => ({
    key,
    text:
      v.getDescription((schema.wrapped ?? schema) as v.GenericSchema) ?? v.getDescription(schema as v.GenericSchema),
  }));
}

describe.each(installed.evaluators.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    test('describes itself and every option', () => {
      expect(definition.description).toMatch(/^[A-Z].*\.$/su);
      expect(describedKeys(definition.options).filter(({ text }) => text === undefined)).toEqual([]);
    });

    test('has examples that its own schema accepts', () => {
      expect(definition.examples.length).toBeGreaterThan(0);
      for (const { value } of definition.examples) {
        const { type, name: _, weight: __, ...options } = value as Record<string, unknown>;
        expect(type).toBe(name);
        expect(v.safeParse(definition.options, options).issues).toBeUndefined();
      }
    });

    test('has options that convert to JSON Schema', () => {
      const schema = toJsonSchema(definition.options, { errorMode: 'ignore', typeMode: 'input' });
      expect(schema).toMatchObject({ type: 'object' });
      expect(JSON.stringify(schema)).not.toContain('"transform"');
    });
  },
);

describe.each(installed.pointFunctions.map((definition) => [definition.name, definition] as const))(
  '$%s',
  (_, definition) => {
    test('has examples that its own schema accepts', () => {
      expect(definition.examples.length).toBeGreaterThan(0);
      for (const { value } of definition.examples)
        expect(v.safeParse(definition.options, value).issues).toBeUndefined();
    });
  },
);

describe.each(installed.rules.map((definition) => [definition.form, definition] as const))('rule %s', (form, definition) => {
  test('is told by its name, and by no name of another rule', () => {
    const written = form.replaceAll(/[A-Z]/gu, '1');
    expect(installed.rules.filter((rule) => rule.match(written)).map(({ name }) => name)).toEqual([definition.name]);
    expect(definition.match(definition.name)).toEqual({});
  });

  test('has examples that its own schema accepts', () => {
    expect(definition.examples.length).toBeGreaterThan(0);
    for (const { value } of definition.examples) {
      const { rule, weight: _, ...options } = value as { rule: string; weight: number };
      const parameters = definition.match(rule);
      expect(parameters).toBeDefined();
      expect(v.safeParse(definition.options, { ...parameters, ...options }).issues).toBeUndefined();
    }
  });

  test('fills options that it has with a bare value', () => {
    const keys = Object.keys((definition.options as unknown as SchemaNode).entries ?? {});
    expect(keys).toEqual(expect.arrayContaining([...definition.argument]));
  });
});

test('every evaluator says whether it starts programs; only scripts, their aggregators, prompts that are written by one and what makes text of files do', () => {
  expect(installed.evaluators.filter(({ programs }) => programs === undefined)).toEqual([]);
  const starting = installed.evaluators.filter(({ programs }) => programs !== 'never');
  expect(starting.filter(({ readsFiles }) => !readsFiles).map(({ name }) => name)).toEqual(['code_judge', 'composite', 'script', 'not_code_judge', 'not_script']);
  const readers = ['answer_relevance', 'context_faithfulness', 'factuality', 'g_eval', 'llm_judge', 'llm_rubric', 'rubric'];
  expect(starting.filter(({ readsFiles }) => readsFiles).map(({ name }) => name)).toEqual([...readers, ...readers.filter((name) => name !== 'rubric').map((name) => `not_${name}`)]);
  const preprocessors = { preprocessors: [{ type: 'xlsx', command: ['node', 'a.mjs'] }] };
  for (const { programs } of starting.filter(({ readsFiles }) => readsFiles)) {
    expect([typeof programs === 'function' && programs({}), typeof programs === 'function' && programs(preprocessors)]).toEqual([[], [['preprocessors', 0, 'command']]]);
  }
  const script = { script: ['x'] };
  expect(findEvaluator('code-judge')?.programs).toSatisfy((programs) => typeof programs === 'function' && programs(script).length === 1);
  const aggregated = (type: string): unknown => {
    const programs = findEvaluator('composite')?.programs;
    return typeof programs === 'function' && programs({ aggregator: { type } }).join('.');
  };
  expect(['weighted_average', 'llm_judge', 'code_judge', 'a-new-one'].map(aggregated)).toEqual(['', '', 'aggregator', 'aggregator']);
});
