import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

type Case = readonly [id: string, reply: string, schema: Readonly<Record<string, unknown>>];

/** A suite in which each case has a reply, and the schema that it is checked against. */
function suiteOf(cases: readonly Case[]): string {
  const evalcases = cases.map(([id, input, schema]) => ({ id, expected_outcome: 'x', input, evaluators: [{ type: 'json_schema', schema }] }));
  return JSON.stringify({ target: 'mock', evalcases });
}

/** Replies that do not fit, each by a keyword that draft 7 passes over. */
const LATER: readonly Case[] = [
  ['prefixItems', '[1]', { type: 'array', prefixItems: [{ type: 'string' }] }],
  ['$dynamicRef', '{"a": [{"a": 1}]}', { $dynamicAnchor: 'node', type: 'object', properties: { a: { type: 'array', items: { $dynamicRef: '#node' } } } }],
  ['unevaluatedProperties', '{"a": 1, "b": 2}', { properties: { a: {} }, unevaluatedProperties: false }],
  ['unevaluatedItems', '[1, 2]', { items: [{}], unevaluatedItems: false }],
  ['dependentRequired', '{"a": 1}', { dependentRequired: { a: ['b'] } }],
  ['dependentSchemas', '{"a": 1}', { dependentSchemas: { a: { required: ['b'] } } }],
  ['minContains', '[1]', { contains: { type: 'number' }, minContains: 2 }],
  ['maxContains', '[1, 2]', { contains: { type: 'number' }, maxContains: 1 }],
  ['deep inside', '{"a": [{"b": [1]}]}', { properties: { a: { items: { anyOf: [{ $ref: '#/components/schemas/pair' }] } } }, components: { schemas: { pair: { properties: { b: { prefixItems: [{ type: 'string' }] } } } } } }],
];

test('a schema without $schema is read by the latest draft that it has keywords of', async () => {
  const { folder: cwd, rows } = await createWorkspace({ 'a.json': suiteOf(LATER) });
  const { exitCode } = await runAssay(['run', 'a.json'], { cwd });
  expect(Object.fromEntries((await rows()).map(({ caseId, score }) => [caseId, score]))).toEqual(Object.fromEntries(LATER.map(([id]) => [id, 0])));
  expect(exitCode).toBe(1);
});

test('names of properties and data are no keywords, so that such a schema stays one of draft 7', async () => {
  const names = { properties: { prefixItems: { type: 'string' }, $anchor: {} }, definitions: { minContains: {} }, patternProperties: { maxContains: {} } };
  // Lists of items are no schemas in later drafts.
  const tuple = { items: [{ type: 'string' }], additionalItems: false };
  const { folder: cwd, rows } = await createWorkspace({
    'a.json': suiteOf([
      ['names', '["a", 1]', { ...tuple, ...names }],
      ['data', '["a", 1]', { ...tuple, default: { prefixItems: [] }, enum: [{ prefixItems: [] }, ['a']], not: { const: { prefixItems: 1 } } }],
      ['fits', '["a"]', { ...tuple, ...names }],
    ]),
  });
  await runAssay(['run', 'a.json'], { cwd });
  expect(Object.fromEntries((await rows()).map(({ caseId, score }) => [caseId, score]))).toEqual({ names: 0, data: 0, fits: 1 });
});

test('a keyword that the named draft does not know is told, and checks nothing', async () => {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const { folder: cwd } = await createWorkspace({
    'a.json': suiteOf([['a', '[1]', { $schema, prefixItems: [{ type: 'string' }], minContains: 1 }], ['b', '[1]', { $schema, properties: { prefixItems: {} } }]]),
  });
  const { exitCode, stdout } = await runAssay(['validate', 'a.json'], { cwd });
  expect(stdout.match(/warning: .*/gu)).toEqual([
    'warning: evaluator "json_schema": the JSON Schema has the keyword minContains of 2019-09, which the draft of its $schema does not know: it checks nothing',
    'warning: evaluator "json_schema": the JSON Schema has the keyword prefixItems of 2020-12, which the draft of its $schema does not know: it checks nothing',
  ]);
  expect(exitCode).toBe(0);
});

test('a schema of draft 6 is read', async () => {
  const $schema = 'http://json-schema.org/draft-06/schema#';
  const { folder: cwd, rows } = await createWorkspace({
    'a.json': suiteOf([
      ['above', '{"a": 6}', { $schema, properties: { a: { exclusiveMinimum: 5 } } }],
      ['at', '{"a": 5}', { $schema, properties: { a: { exclusiveMinimum: 5 } } }],
    ]),
  });
  await runAssay(['run', 'a.json'], { cwd });
  expect(Object.fromEntries((await rows()).map(({ caseId, score }) => [caseId, score]))).toEqual({ above: 1, at: 0 });
});

test.each([['"http://json-schema.org/draft-04/schema#"'], ['"https://json-schema.org/draft-07/schema#"'], ['"http://example.org/2020-12/mine"'], ['7']])(
  'a $schema that is none that is known names those that are: %s',
  async (written) => {
    const { folder: cwd } = await createWorkspace({ 'a.json': suiteOf([['a', '{}', { $schema: JSON.parse(written) }]]) });
    const { exitCode, stdout } = await runAssay(['validate', 'a.json'], { cwd });
    expect(stdout).toContain(`the JSON Schema cannot be used: its $schema ${written} is no draft that is known`);
    expect(stdout).toMatch(
      /fix: .*http:\/\/json-schema\.org\/draft-06\/schema, http:\/\/json-schema\.org\/draft-07\/schema, https:\/\/json-schema\.org\/draft\/2019-09\/schema, https:\/\/json-schema\.org\/draft\/2020-12\/schema$/mu,
    );
    expect(exitCode).toBe(2);
  },
);

test('a schema that refers to itself without an end leaves the reply unscored, and says so', async () => {
  const { folder: cwd, rows } = await createWorkspace({ 'a.json': suiteOf([['a', '{}', { $ref: '#' }]]) });
  expect((await runAssay(['run', 'a.json'], { cwd })).exitCode).toBe(3);
  expect((await rows())[0]).toMatchObject({ score: null, error: { message: 'json_schema: the JSON Schema cannot be used: it refers to itself without an end' } });
});

test('a dynamic reference leads to the part that it names, in every part of the reply', async () => {
  const text = { $dynamicAnchor: 'text', type: 'string' };
  const schema = { $defs: { text }, properties: { a: { $dynamicRef: '#text' }, $dynamicRef: { type: 'integer' } }, default: { $dynamicRef: 1 } };
  // Another schema in it may take the place of the anchor: what each part is, the outermost says.
  const tree = { $id: 'http://x/tree', $dynamicAnchor: 'node', properties: { c: { items: { $dynamicRef: '#node' } } } };
  const strict = { $id: 'http://x/strict', $dynamicAnchor: 'node', $ref: 'tree', unevaluatedProperties: false, $defs: { tree } };
  const { folder: cwd, rows } = await createWorkspace({
    'a.json': suiteOf([
      ['fits', '{"a": "x", "$dynamicRef": 1}', schema],
      ['wrong', '{"a": 1}', schema],
      ['wrong name', '{"a": "x", "$dynamicRef": "x"}', schema],
      ['strict fits', '{"c": [{"c": []}]}', strict],
      ['strict wrong', '{"c": [{"d": []}]}', strict],
    ]),
  });
  await runAssay(['run', 'a.json'], { cwd });
  expect(Object.fromEntries((await rows()).map(({ caseId, score }) => [caseId, score]))).toEqual({ fits: 1, wrong: 0, 'wrong name': 0, 'strict fits': 1, 'strict wrong': 0 });
});
