import { describe, expect, test } from 'vitest';
import { JsonDepthError, JsonNumberError, MAX_JSON_DEPTH, parseJson } from './parse-json.js';

const nested = (levels: number, [open, close]: readonly [string, string] = ['[', ']'], inner = ''): string =>
  open.repeat(levels) + inner + close.repeat(levels);

describe('parseJson', () => {
  test.each([
    ['lists', nested(MAX_JSON_DEPTH)],
    ['objects', nested(MAX_JSON_DEPTH, ['{"a":', '}'], '1')],
    ['many lists side by side', `[${'[],'.repeat(5_000)}[]]`],
    ['brackets in a text', JSON.stringify({ text: `"\\${'['.repeat(5_000)}` })],
    ['brackets after an escaped quotation mark', `["${'\\"['.repeat(5_000)}"]`],
    ['a text that ends in backslashes', `["\\\\", "${'['.repeat(5_000)}"]`],
  ])('reads %s', (_title, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['lists', nested(MAX_JSON_DEPTH + 1)],
    ['objects', nested(MAX_JSON_DEPTH + 1, ['{"a":', '}'], '1')],
    ['a million lists', nested(1_000_000)],
    ['lists that never end', '['.repeat(1_000_000)],
    ['lists after a text', `["\\\\",${nested(MAX_JSON_DEPTH)}]`],
  ])('refuses %s that are too deep', (_title, text) => {
    expect(() => parseJson(text)).toThrow(JsonDepthError);
  });

  test.each([
    ['1e999', ''],
    ['-1e999', ''],
    ['[1, 1E+400]', ' at [1]'],
    ['{"a": {"b": [0, {"c": 2e0309}]}}', ' at a.b[1].c'],
    [`{"a": ${'9'.repeat(309)}}`, ' at a'],
    [`{"a": ${'9'.repeat(299)}.5e10}`, ' at a'],
    [`{"a": ${'9'.repeat(211)}e99}`, ' at a'],
    ['{"text": "1e999", "b": 1.8e308}', ' at b'],
  ])('refuses %s, a number that is too large, with its place', (text, place) => {
    expect(JSON.stringify(JSON.parse(text))).toContain('null');
    expect(() => parseJson(text)).toThrow(new JsonNumberError(place.replace(' at ', '')));
    expect(() => parseJson(text)).toThrow(`it has a number${place} that is too large: numbers go up to 1.8e+308`);
  });

  test.each([
    '1.7976931348623157e308',
    '[-1e308, 1e-999, 9007199254740993]',
    '{"id": "3f1e999a", "text": "1e999"}',
    `[${'1'.repeat(308)}, "${'9'.repeat(400)}", 0.${'3'.repeat(400)}]`,
    `[${'9'.repeat(199)}e99, 1e99]`,
  ])('reads %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('what is no JSON is a SyntaxError', () => {
    expect(() => parseJson('{"a":')).toThrow(SyntaxError);
    expect(() => parseJson(`"${'x'.repeat(5_000)}`)).toThrow(SyntaxError);
  });
});
