import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse } from '../../test/evaluation-input.js';
import { latency } from './latency.js';

describe('latency', () => {
  test.each([
    [{ max_ms: 120 }, 1],
    [{ max_ms: 119.9 }, 0],
    [{ threshold: 500 }, 1],
  ])('120 ms with %j scores %d', async (options, score) => {
    expect(await evaluateWith(latency, options)).toMatchObject({ score, details: { latency_ms: 120 } });
  });

  test('a limit of 0 is a limit: only what took no time is within it', async () => {
    expect(await evaluateWith(latency, { max_ms: 0 })).toMatchObject({ score: 0 });
    expect(await evaluateWith(latency, { max_ms: 0 }, { response: makeResponse({ latencyMs: 0 }) })).toMatchObject({ score: 1 });
  });

  test('without a time there is no score', async () => {
    const response = makeResponse({ latencyMs: Number.NaN });
    await expect(evaluateWith(latency, { max_ms: 300 }, { response })).rejects.toThrow('how long the response took is not known');
  });

  test('hits and misses tell the time and the limit', async () => {
    const response = makeResponse({ latencyMs: 250.4 });
    expect(await evaluateWith(latency, { max_ms: 300 }, { response })).toMatchObject({
      hits: ['took 250 ms, at most 300 ms'],
      misses: [],
    });
    expect(await evaluateWith(latency, { max_ms: 200 }, { response })).toMatchObject({
      hits: [],
      misses: ['took 250 ms, at most 200 ms'],
    });
  });

  test.each([
    [{}, 'max_ms is required'],
    [{ max_ms: -1 }, 'max_ms must be >= 0'],
    [{ max_ms: 'fast' }, 'max_ms must be a number, got "fast"'],
    [{ max_ms: 1, threshold: 1 }, 'max_ms and threshold are the same option: give one of them'],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(latency, options)).toEqual([message]);
  });
});
