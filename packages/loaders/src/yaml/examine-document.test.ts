import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';
import { parseYaml } from './parse-yaml.js';

const values = (text: string) => parseYaml(text, 'a.yaml').documents.map(({ value }) => value);
const findings = (text: string) => parseYaml(text, 'a.yaml').diagnostics.map(({ message, location, related }) => [message, location?.line, related?.location.line]);

test.each([
  ['a: &x [1, 2]\nb: *x\nc: { d: *x }', { a: [1, 2], b: [1, 2], c: { d: [1, 2] } }],
  ['a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
  ['a: &x { k: 1 }\nb: { <<: *x, l: 2 }\nc: { <<: [*x, { k: 3, m: 4 }] }', { a: { k: 1 }, b: { k: 1, l: 2 }, c: { k: 1, m: 4 } }],
  ['a: { <<: &x { k: 1 } }\nb: *x', { a: { k: 1 }, b: { k: 1 } }],
  ['&x a: 1\nb: *x', { a: 1, b: 'a' }],
  ['a: &x [&y 1, *y]\nb: [*x, *y]', { a: [1, 1], b: [[1, 1], 1] }],
  ['a: &e\nb: *e', { a: null, b: null }],
])('aliases stand for their anchors: %s', (text, expected) => {
  expect(values(text)).toEqual([expected]);
});

test.each([
  ['a: *x', [['Invalid YAML: the alias *x has no anchor', 1, undefined]]],
  ['a: *x\nb: &x 1', [['Invalid YAML: the alias *x has no anchor', 1, undefined]]],
  ['a: &x\n  - *x', [['Invalid YAML: an anchor is used inside itself', 2, undefined]]],
  ['a: &x 1\nb: &x\n  - *x', [['Invalid YAML: an anchor is used inside itself', 3, undefined]]],
  ['a: 1\nb: 2\na: 3\n', [['the key "a" stands here a second time', 3, 1]]],
  ['1: a\n"1": b\n', [['the key "1" stands here a second time', 2, 1]]],
  ['a: 1\nb: { <<: 0 }\n', [['Invalid YAML: << merges mappings, and this is none', 2, undefined]]],
  ['a: &x 1\nb: { <<: [*x, { c: 1 }] }\n', [['Invalid YAML: << merges mappings, and this is none', 2, undefined]]],
  ['b:\n  <<:\n', [['Invalid YAML: << merges mappings, and this is none', 2, undefined]]],
  ['b: { "<<": 0 }\n', []],
  ['__proto__: 1\n__proto__: 2\n', [['the key "__proto__" stands here a second time', 2, 1]]],
])('what is wrong is told with its place: %s', (text, expected) => {
  expect(findings(text)).toEqual(expected);
});

test('mappings that are merged twice are no duplicates', () => {
  expect(findings('a: &x { k: 1 }\nb: &y { l: 1 }\nc:\n  <<: *x\n  <<: *y\n')).toEqual([]);
});

test('any value is read as the library reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
      const text = JSON.stringify({ a: value });
      const [document] = parseAllDocuments(text, { merge: true, uniqueKeys: false });
      expect(values(text)).toEqual([document?.toJS()]);
    }),
  );
});

test('places inside of a mapping with many keys are right, those of merged ones too', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `  k${index}: ${index}`);
  const [document] = parseYaml(`a: &x\n${lines.join('\n')}\nb:\n  <<: *x\n  own: 1\n`, 'a.yaml').documents;
  expect(document?.locate(['a', 'k30'])).toEqual({ file: 'a.yaml', line: 32, column: 8 });
  expect(document?.locate(['b', 'k30'], 'key')).toEqual({ file: 'a.yaml', line: 32, column: 3 });
  expect(document?.locate(['b', 'own'])).toEqual({ file: 'a.yaml', line: 54, column: 8 });
});

test.each([
  ['lists in lists on one line', `${'- '.repeat(100_000)}a`],
  ['keys in keys on one line', `${'? '.repeat(50_000)}a`],
  ['brackets', `x: ${'['.repeat(200_000)}`],
  ['braces', `x: ${'{a: '.repeat(100_000)}`],
  ['ever deeper lines', Array.from({ length: 3000 }, (_, index) => `${' '.repeat(index)}a:\n`).join('')],
  ['anchors and no value', `${'&b '.repeat(500_000)}x`],
  ['tags and no value', `${'!a '.repeat(500_000)}x`],
])('what is nested without end is told, and ends no process: %s', (_, text) => {
  expect(findings(text)).toEqual([['the values are nested more than 500 levels deep', expect.any(Number), undefined]]);
});

test.each([
  ['a: {{ name }}', 'mapping', 5],
  ['? [a, b]\n: 1', 'list', 3],
  ['a: &k [1]\n*k : 2', 'list', 1],
])('a key is a text: %s', (text, what, column) => {
  const [found, ...others] = parseYaml(text, 'a.yaml').diagnostics;
  expect([found?.message, found?.hint, found?.location?.column, others]).toEqual([
    `Invalid YAML: a key must be a text, not a ${what}`,
    'put a text that starts with { or [ in quotes',
    column,
    [],
  ]);
});
