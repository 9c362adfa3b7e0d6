import { describe, expect, test } from 'vitest';
import { evaluateWith, makeResponse, problems } from '../../test/evaluation-input.js';
import { containsJson } from './contains-json.js';

const schema = { type: 'object', required: ['a'] };

describe('contains_json', () => {
  test.each([
    ['Here: {"a": 1}.', {}, 1],
    ['nothing', {}, 0],
    ['{"a": 1', {}, 0],
    ['Here: {"a": 1}.', { whole: true }, 0],
    ['```json\n{"a": 1}\n```', { whole: true }, 1],
    ['Here: {"a": 1}.', { schema }, 1],
    ['Here: {"b": 1}.', { schema }, 0],
    ['{"a": 1}', { schema, whole: true }, 1],
  ])('%j with %j is %i', async (text, options, score) => {
    expect(await evaluateWith(containsJson, options, { response: makeResponse({ text }) })).toMatchObject({ score });
  });

  test('says what does not fit; a schema that is none is found when the file is read', async () => {
    expect(await evaluateWith(containsJson, { schema }, { response: makeResponse({ text: '{"b": 1}' }) })).toMatchObject({ misses: [expect.stringContaining('a')] });
    expect(await problems(containsJson, { schema: { type: 'nonsense' } })).toMatchObject([{ path: ['schema'] }]);
    expect(await problems(containsJson, {})).toEqual([]);
  });
});
