import { describe, expect, test } from 'vitest';
import { scoreText } from '../../test/rule-scores.js';
import { jsonValid } from './json-valid.js';

describe('json_valid: the output must be valid JSON', () => {
  test.each(['{"a": 1}', '[1, 2]', '"text"', '42', 'null', ' \n{"a": 1}\n', '\uFEFF{}', '{"a": 1e999}'])('%j is', async (text) => {
    expect(await scoreText(jsonValid, 'json_valid', text)).toMatchObject({ score: 1, misses: [] });
  });

  test.each([
    ['', /is empty/u],
    [' \n', /is empty/u],
    ['POSITIVE', /is not JSON/u],
    ["{'a': 1}", /is not JSON/u],
    ['{"a": 1,}', /is not JSON/u],
    ['{"a": NaN}', /is not JSON/u],
    ['```json\n{"a": 1}\n```', /a fenced block \(```\), not JSON itself/u],
    ['Here it is: {"a": 1}', /there is text around the JSON/u],
    ['{"a": 1} {"b": 2}', /is not JSON/u],
  ])('%j is not', async (text, miss) => {
    expect(await scoreText(jsonValid, 'json_valid', text)).toMatchObject({ score: 0, hits: [], misses: [expect.stringMatching(miss)] });
  });
});
