import { describe, expect, test } from 'vitest';
import { evaluateWith, makeCase, makeResponse } from '../../test/evaluation-input.js';
import { equals } from './equals.js';

describe('equals', () => {
  test.each([
    ['yes', { value: 'yes' }, 1],
    ['yes\n', { value: 'yes' }, 0],
    ['yes\n', { value: 'yes', trim: true }, 1],
    ['Yes', { value: 'yes' }, 0],
    ['Yes', { value: 'yes', ignore_case: true }, 1],
    ['cafe\u0301', { value: 'caf\u00e9' }, 1],
    ['{"b": 2, "a": 1}', { value: { a: 1, b: 2 } }, 1],
    ['{"a": 1}', { value: { a: 2 } }, 0],
    ['no JSON', { value: { a: 2 } }, 0],
    ['42', { value: 42 }, 1],
    ['The answer is 4.', {}, 0],
    ['It is 4.', {}, 1],
  ])('%j with %j is %i', async (text, options, score) => {
    expect(await evaluateWith(equals, options, { response: makeResponse({ text }) })).toMatchObject({ score });
  });

  test('says what was expected', async () => {
    expect(await evaluateWith(equals, { value: 'yes' }, { response: makeResponse({ text: 'no' }) })).toMatchObject({ misses: ['expected "yes", got "no"'] });
    await expect(evaluateWith(equals, {}, { evalCase: makeCase({ expectedMessages: [] }) })).rejects.toThrow('there is nothing to compare with');
  });
});
