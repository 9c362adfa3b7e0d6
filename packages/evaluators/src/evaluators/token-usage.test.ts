import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse } from '../../test/evaluation-input.js';
import { tokenUsage } from './token-usage.js';

describe('token_usage', () => {
  const response = makeResponse({ usage: { inputTokens: 300, outputTokens: 200 } });

  test.each([
    [{ max_total: 500 }, 1],
    [{ max_total: 499 }, 0],
    [{ max_input: 300 }, 1],
    [{ max_input: 299 }, 0],
    [{ max_output: 200 }, 1],
    [{ max_output: 199 }, 0],
    [{ max_total: 500, max_output: 10 }, 0],
  ])('300 + 200 tokens with %j scores %d', async (options, score) => {
    expect(await evaluateWith(tokenUsage, options, { response })).toMatchObject({ score });
  });

  test('hits and misses tell each limit', async () => {
    expect(
      await evaluateWith(tokenUsage, { max_total: 1000, max_input: 500, max_output: 100 }, { response }),
    ).toMatchObject({
      hits: ['total: 500 tokens, at most 1000', 'input: 300 tokens, at most 500'],
      misses: ['output: 200 tokens, at most 100'],
    });
  });

  test('an unknown usage is unscored, never 0 tokens', async () => {
    await expect(evaluateWith(tokenUsage, { max_total: 1 })).rejects.toMatchObject({
      code: 'unscored',
      message: 'the tokens that the response used are not known',
    });
  });

  test.each([
    [{}, 'at least one of max_total, max_input and max_output is required'],
    [{ max_total: -1 }, 'max_total must be a whole number >= 0'],
    [{ max_input: 1.5 }, 'max_input must be a whole number >= 0'],
    [{ max_output: 'few' }, 'max_output must be a whole number >= 0'],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(tokenUsage, options)).toEqual([message]);
  });
});
