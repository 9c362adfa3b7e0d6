import { expect, test } from 'vitest';
import { turnsUntil } from '../../../test/turns-until.js';
import { compileSchema } from './compile-schema.js';

test.each([
  [[], true],
  [[1], true],
  [[1, '1', true, null, [1], { a: 1 }], true],
  [[1, 2, 1], false],
  [[{ a: 1, b: 2 }, { b: 2, a: 1 }], false],
  [[0, -0], false],
  [['__proto__', 'constructor'], true],
  ['aa', true],
] as const)('uniqueItems of %j: %s', async (value, unique) => {
  for (const $schema of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema', 'https://json-schema.org/draft/2020-12/schema']) {
    const validate = await compileSchema({ $schema, uniqueItems: true }, 'the schema');
    expect((await validate(value)).length === 0).toBe(unique);
    expect(await (await compileSchema({ $schema, uniqueItems: false }, 'the schema'))(value)).toEqual([]);
  }
});

test('a long list of different items is checked in a time that grows with its length', { timeout: 20_000 }, async () => {
  const validate = await compileSchema({ uniqueItems: true }, 'the schema');
  const items = Array.from({ length: 50_000 }, (_, index) => ({ a: index }));
  expect(await validate(items)).toEqual([]);
  expect(await validate([...items, { a: 7 }])).toEqual(['/ must NOT have duplicate items']);
});

test('a schema that asks itself twice as often at each level is ended', { timeout: 20_000 }, async () => {
  const items = { items: { $ref: '#' } };
  const validate = await compileSchema({ allOf: [{ type: 'array' }, items, items] }, 'the JSON Schema');
  let value: unknown = [];
  for (let depth = 0; depth < 3; depth += 1) value = [value];
  expect(await validate(value)).toEqual([]);
  for (let depth = 0; depth < 60; depth += 1) value = [value];
  const checked = validate(value).catch((error: unknown) => error);
  expect(await turnsUntil(checked)).toBeGreaterThan(5);
  expect(String(await checked)).toContain('did not finish within 1000 ms');
  await expect(validate(value, AbortSignal.timeout(30))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await validate([[]])).toEqual([]);
});

test('what is found out in the thread is what is found out here', { timeout: 20_000 }, async () => {
  const schema = { items: { pattern: '^(a|ab)*c$', maxLength: 3, enum: ['abc'] }, uniqueItems: true };
  const validate = await compileSchema(schema, 'the schema');
  const text = 'ab'.repeat(40_000);
  const here = await validate(['abd', 'abd', 'ABC']);
  expect(await validate(['abd', 'abd', 'ABC', text])).toEqual([
    ...here.slice(0, -1),
    '/3 must be equal to one of the allowed values: ["abc"]',
    '/3 must NOT have more than 3 characters',
    '/3 must match pattern "^(a|ab)*c$"',
    here.at(-1),
  ]);
});

test.each([
  [{ required: ['constructor', 'toString'] }, {}, ["/ must have required property 'constructor'", "/ must have required property 'toString'"]],
  [{ required: ['__proto__'] }, {}, ["/ must have required property '__proto__'"]],
  [{ required: ['constructor', '__proto__'] }, JSON.parse('{"constructor":1,"__proto__":2}'), []],
  [{ properties: { valueOf: { type: 'string' } } }, {}, []],
  [{ properties: { valueOf: { type: 'string' } } }, { valueOf: 1 }, ['/valueOf must be string']],
  [{ dependentRequired: { toString: ['a'] } }, {}, []],
])('what every object inherits is no property of a reply: %j', async (schema, value, problems) => {
  const validate = await compileSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, 'the schema');
  expect(await validate(value)).toEqual(problems);
});

test('a large schema is read while everything else goes on, and checks like a small one', { timeout: 60_000 }, async () => {
  const names = Array.from({ length: 3000 }, (_, index) => `k${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', pattern: '(?i)^x' }]));
  const compiled = compileSchema({ properties, patternProperties: { '^y': { type: 'number' } } }, 'the JSON Schema');
  expect(await turnsUntil(compiled)).toBeGreaterThan(5);
  const validate = await compiled;
  expect(await validate({ k0: 'X', y: 1 })).toEqual([]);
  expect(await validate({ k1: 7, k2999: 'a', y: 'z' })).toEqual(['/k1 must be string', '/k2999 must match pattern "(?i)^x"', '/y must be number']);
  await expect(validate({}, AbortSignal.abort(new TypeError('stopped')))).rejects.toThrow('stopped');
});

test('what is wrong with a large schema is said as of a small one', { timeout: 60_000 }, async () => {
  const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, { type: 'string' }]));
  await expect(compileSchema({ properties, $ref: '#/nowhere' }, 'the JSON Schema')).rejects.toMatchObject({
    reason: 'config',
    message: "the JSON Schema cannot be used: can't resolve reference #/nowhere from id #",
  });
});
