import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Definition } from '../contracts/definition.js';
import { isJsonObject } from '../domain/json.js';
import { COMMON_EVALUATOR_KEYS } from '../evaluators/evaluator-keys.js';
import type { ConformanceCheck } from './support/conformance-check.js';

/** Keys of an entry that belong to every item of the kind, not to the item's own options. */
const COMMON_KEYS: Readonly<Record<string, readonly string[]>> = {
  evaluator: COMMON_EVALUATOR_KEYS,
  provider: ['name', 'provider', 'model', 'judge_target', 'workers', 'requests_per_minute', 'tokens_per_minute', 'timeout_seconds', 'max_retries', 'max_reply_mb', 'allow_empty'],
  reporter: ['name', 'file'],
};

/** The part of an entry as written in a file that the options schema is for. */
export function ownOptions(kind: string, entry: unknown): unknown {
  const common = COMMON_KEYS[kind];
  if (!common || !isJsonObject(entry)) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !common.includes(key)));
}

/** Values that are no set of options at all. */
const JUNK: readonly unknown[] = [42, 'junk', true, null, undefined];

function assertNoTransforms(schema: unknown, seen: Set<unknown> = new Set()): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  const { kind, type } = schema as { readonly kind?: unknown; readonly type?: unknown };
  assert.notEqual(kind, 'transformation', `the options schema transforms (${String(type)}): it has no JSON Schema`);
  for (const part of Object.values(schema)) {
    if (Array.isArray(part)) for (const item of part) assertNoTransforms(item, seen);
    else assertNoTransforms(part, seen);
  }
}

function assertDescribed(definition: Definition): void {
  assert.match(definition.name, /^[a-z][a-z0-9_-]*$/u, 'the name is written in lower case, with - or _');
  assert.match(definition.description, /\S/u, 'the description says what it does');
  const names = [definition.name, ...(definition.aliases ?? [])];
  assert.equal(new Set(names).size, names.length, `a name or alias stands twice: ${names.join(', ')}`);
}

/** The examples of a definition, and none of one that has no list of them: that is for a check to tell. */
export function examplesOf({ examples }: Pick<Definition, 'examples'>): Definition['examples'] {
  return Array.isArray(examples) ? examples : [];
}

function assertSchema(options: unknown): void {
  assert.ok(isJsonObject(options) && typeof (options as Readonly<Record<string, unknown>>)['~run'] === 'function', 'options is no schema of valibot, as v.object({ … })');
}

function assertExamplesFit(definition: Definition, optionsOf: (entry: unknown) => unknown): void {
  assertSchema(definition.options);
  assert.ok(examplesOf(definition).length > 0, 'there is an example');
  for (const { title, value } of definition.examples) {
    assert.notEqual(title, '', 'every example has a title');
    const result = v.safeParse(definition.options, optionsOf(value));
    assert.ok(result.success, `example "${title}": ${result.issues?.[0].message}`);
  }
}

function assertNoJunk({ options }: Definition): void {
  assertSchema(options);
  for (const junk of JUNK) assert.ok(!v.is(options, junk), `the options schema accepts ${String(junk)}`);
}

/**
 * What every installable item says about itself: name, description, examples, options schema.
 * @param optionsOf The options that an example holds. Default: what is no common key of the kind.
 */
export function definitionConformance(
  definition: Definition & { readonly kind: 'evaluator' | 'point-function' | 'provider' | 'reporter' | 'rule' },
  optionsOf: (entry: unknown) => unknown = (entry) => ownOptions(definition.kind, entry),
): readonly ConformanceCheck[] {
  return [
    {
      name: 'has a name in lower case and a description, and no alias twice',
      run: async () => assertDescribed(definition),
    },
    {
      name: 'the options schema accepts every example of the definition',
      run: async () => assertExamplesFit(definition, optionsOf),
    },
    // The argument of a point function may be anything.
    ...(definition.kind === 'point-function'
      ? []
      : [{ name: 'the options schema rejects what is no set of options', run: async () => assertNoJunk(definition) }]),
    {
      name: 'the options schema is free of transforms',
      run: async () => assertNoTransforms(definition.options),
    },
  ];
}
