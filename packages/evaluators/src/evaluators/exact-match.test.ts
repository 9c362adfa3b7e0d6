import type { EvaluationScore, JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase, makeResponse } from '../../test/evaluation-input.js';
import { exactMatch } from './exact-match.js';

function score(options: JsonObject, text: string, reference?: string | JsonObject): Promise<EvaluationScore> {
  const expectedMessages = reference === undefined ? [] : [{ role: 'assistant' as const, content: reference }];
  return evaluateWith(exactMatch, options, {
    evalCase: makeCase({ expectedMessages }),
    response: makeResponse({ text }),
  });
}

describe('exact_match', () => {
  test.each([
    [{}, 'Paris', 'Paris', 1],
    [{}, 'paris', 'Paris', 0],
    [{}, 'Paris!', 'Paris', 0],
    [{}, ' Paris\n', 'Paris', 1],
    [{ trim: false }, ' Paris', 'Paris', 0],
    [{ ignore_case: true }, 'PARIS', 'Paris', 1],
    [{ value: 'Rome' }, 'Rome', 'Paris', 1],
    [{ value: 'Rome' }, 'Paris', 'Paris', 0],
    [{ value: '' }, ' ', 'Paris', 1],
  ])('%j: %j against the reference %j scores %d', async (options, text, reference, expected) => {
    expect(await score(options, text, reference)).toMatchObject({ score: expected });
  });

  test.each([
    [{ a: 1, b: [1, 2] }, '{"b":[1,2],"a":1}', 1],
    [{ a: 1 }, '```json\n{"a": 1}\n```', 1],
    [{ a: 1 }, '{"a":1,"b":2}', 0],
    [{ a: 1 }, 'It is {"a":1}', 0],
    [{ a: 1 }, 'none', 0],
  ])('the object %j and %j as JSON score %d', async (reference, text, expected) => {
    expect(await score({}, text, reference as JsonObject)).toMatchObject({ score: expected });
  });

  test.each([
    [42, '42', 1],
    [true, 'true', 1],
    [null, 'null', 1],
    [[1], '[1]', 1],
    [42, '43', 0],
  ])('the value %j and %j as JSON score %d', async (value, text, expected) => {
    expect(await score({ value }, text)).toMatchObject({ score: expected });
  });

  test('hits and misses show both, cut when long', async () => {
    expect(await score({}, 'Paris', 'Paris')).toMatchObject({ hits: ['is "Paris"'], misses: [] });
    expect(await score({}, 'Rome', 'Paris')).toMatchObject({ hits: [], misses: ['expected "Paris", got "Rome"'] });
    const { misses = [] } = await score({}, 'x'.repeat(1000), 'Paris');
    expect(misses[0]?.length).toBeLessThan(300);
  });

  test('without anything to compare with it is unscored', async () => {
    await expect(score({}, 'Paris')).rejects.toMatchObject({ code: 'unscored', reason: 'config' });
  });

  test('options are checked with messages that name them', () => {
    expect(findings(exactMatch, { ignore_case: 'yes' })).toEqual(['ignore_case must be true or false, got "yes"']);
    expect(findings(exactMatch, { trim: 1 })).toEqual(['trim must be true or false, got 1']);
  });
});
