import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalHash, canonicalJson } from './canonical-hash.js';

function shuffledKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffledKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, field]) => [key, shuffledKeys(field)]),
  );
}

describe('canonicalJson', () => {
  test('sorts keys at every depth, and leaves lists in order', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3], a: { z: null, y: '' } })).toBe(
      '{"a":{"y":"","z":null},"b":[{"c":2,"d":1},3]}',
    );
  });

  test('keys are sorted by their code units, in every language alike', () => {
    expect(canonicalJson({ é: 1, z: 2, Z: 3, '10': 4, '9': 5, '': 6 })).toBe(
      '{"":6,"10":4,"9":5,"Z":3,"z":2,"é":1}',
    );
  });

  test('undefined, functions and symbols are left out of objects, and null in lists, as in JSON', () => {
    const value = { a: undefined, b: [undefined, () => 1], c: () => 1, d: Symbol('s') };
    expect(canonicalJson(value)).toBe('{"b":[null,null]}');
    expect(canonicalJson(undefined)).toBe('null');
  });

  test('what has a JSON form of its own is written in it: two dates are not the same', () => {
    const date = new Date(0);
    expect(canonicalJson({ at: date })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonicalJson(new URL('http://localhost/a'))).toBe('"http://localhost/a"');
    expect(canonicalHash(date)).not.toBe(canonicalHash(new Date(1)));
  });

  test('-0 is 0', () => {
    expect(canonicalJson([-0, 0])).toBe('[0,0]');
  });

  test('texts are compared as they are: no normalization, and lone surrogates stay apart', () => {
    expect(canonicalHash('é')).not.toBe(canonicalHash('e\u0301'));
    expect(canonicalHash('\uD800')).not.toBe(canonicalHash('\uD801'));
    expect(canonicalHash('\uD800')).not.toBe(canonicalHash('\uFFFD'));
  });

  test('a key named __proto__ is a key', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"b":2}');
  });

  test('is JSON that reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('canonicalHash', () => {
  test('is the SHA-256 of the canonical JSON in hex', () => {
    expect(canonicalHash({ b: 1, a: 'é' })).toBe(createHash('sha256').update('{"a":"é","b":1}').digest('hex'));
    expect(canonicalHash(null)).toMatch(/^[0-9a-f]{64}$/u);
  });

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalHash(shuffledKeys(value))).toBe(canonicalHash(value));
      }),
    );
  });

  test('differs when the JSON differs', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(canonicalHash(a) === canonicalHash(b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
    expect(canonicalHash(['1'])).not.toBe(canonicalHash([1]));
    expect(canonicalHash({ a: [] })).not.toBe(canonicalHash({ a: {} }));
  });
});
