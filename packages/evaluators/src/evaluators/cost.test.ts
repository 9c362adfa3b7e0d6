import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse } from '../../test/evaluation-input.js';
import { cost } from './cost.js';

describe('cost', () => {
  test.each([
    [{ max_usd: 0.05 }, 0.05, 1],
    [{ max_usd: 0.05 }, 0.051, 0],
    [{ budget: 0.1 }, 0, 1],
    [{ max_usd: 0 }, 0, 1],
  ])('%j on $%d scores %d', async (options, costUsd, score) => {
    expect(await evaluateWith(cost, options, { response: makeResponse({ costUsd }) })).toMatchObject({
      score,
      details: { cost_usd: costUsd },
    });
  });

  test('hits and misses tell the cost and the limit', async () => {
    const response = makeResponse({ costUsd: 0.02 });
    expect(await evaluateWith(cost, { max_usd: 0.05 }, { response })).toMatchObject({
      hits: ['cost $0.02, at most $0.05'],
      misses: [],
    });
    expect(await evaluateWith(cost, { max_usd: 0.01 }, { response })).toMatchObject({
      hits: [],
      misses: ['cost $0.02, at most $0.01'],
    });
  });

  test('an unknown cost is unscored, never free', async () => {
    await expect(evaluateWith(cost, { max_usd: 1 })).rejects.toMatchObject({
      code: 'unscored',
      message: 'the cost of the response is not known',
    });
  });

  test.each([
    [{}, 'max_usd is required'],
    [{ max_usd: -1 }, 'max_usd must be >= 0'],
    [{ max_usd: 1, budget: 1 }, 'max_usd and budget are the same option: give one of them'],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(cost, options)).toEqual([message]);
  });
});
