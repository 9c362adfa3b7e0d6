import { expect, test } from 'vitest';
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

test('what is wrong with a large schema is said as of a small one', { timeout: 60_000 }, async () => {
  const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, { type: 'string' }]));
  await expect(compileSchema({ properties, $ref: '#/nowhere' }, 'the JSON Schema')).rejects.toMatchObject({
    reason: 'config',
    message: "the JSON Schema cannot be used: can't resolve reference #/nowhere from id #",
  });
});
