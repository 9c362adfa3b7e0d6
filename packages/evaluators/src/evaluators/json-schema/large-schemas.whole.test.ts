import { expect, test } from 'vitest';
import { turnsUntil } from '../../../test/turns-until.js';
import { compileSchema } from './compile-schema.js';

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
