import { describe, expect, test } from 'vitest';
import { JsonDepthError, MAX_JSON_DEPTH, parseJson } from './parse-json.js';

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

  test('what is no JSON is a SyntaxError', () => {
    expect(() => parseJson('{"a":')).toThrow(SyntaxError);
    expect(() => parseJson(`"${'x'.repeat(5_000)}`)).toThrow(SyntaxError);
  });
});
