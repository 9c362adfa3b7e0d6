import type { EvaluationScore, JsonObject, JsonValue } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase, makeResponse } from '../../../test/evaluation-input.js';
import { fieldAccuracy } from './field-accuracy.js';

const reference: JsonObject = {
  id: 7,
  total: 100,
  date: '2025-01-15',
  lines: [{ sku: 'A', tags: ['x', 'y'] }],
};

function score(
  options: JsonObject,
  response: JsonValue | string,
  expected: JsonObject | string = reference,
): Promise<EvaluationScore> {
  return evaluateWith(fieldAccuracy, options, {
    evalCase: makeCase({ expectedMessages: [{ role: 'assistant', content: expected }] }),
    response: makeResponse({ text: typeof response === 'string' ? response : JSON.stringify(response) }),
  });
}

describe('field_accuracy', () => {
  test('the score is the weighted share of fields that are right', async () => {
    const fields = [{ path: 'id', weight: 3 }, { path: 'total' }, { path: 'lines[0].sku', weight: 0 }];
    expect(await score({ fields }, { id: 7, total: 99, lines: [] })).toMatchObject({
      score: 0.75,
      hits: ['id: 7'],
      misses: ['total: expected 100, got 99', 'lines[0].sku: expected "A", got nothing'],
      points: [
        { id: 'id', function: 'exact', score: 1, weight: 3 },
        { id: 'total', score: 0, weight: 1 },
        { id: 'lines[0].sku', score: 0, weight: 0 },
      ],
    });
  });

  test('exact compares objects and lists whole, whatever the order of keys', async () => {
    const fields = [{ path: 'lines' }];
    expect(await score({ fields }, { lines: [{ tags: ['x', 'y'], sku: 'A' }] })).toMatchObject({ score: 1 });
    expect(await score({ fields }, { lines: [{ tags: ['y', 'x'], sku: 'A' }] })).toMatchObject({ score: 0 });
    expect(await score({ fields: [{ path: 'id' }] }, { id: '7' })).toMatchObject({ score: 0 });
  });

  test.each([
    [{ tolerance: 1 }, 101, 1],
    [{ tolerance: 1 }, 101.5, 0],
    [{ tolerance: 0.05, relative: true }, 95, 1],
    [{ tolerance: 0.05, relative: true }, 94.9, 0],
    [{}, 100, 1],
    [{}, 100.001, 0],
    [{ tolerance: 1 }, '100.5', 1],
    [{ tolerance: 1 }, 'about 100', 0],
    [{ tolerance: 1 }, '', 0],
    [{ tolerance: 1 }, null, 0],
  ])('numeric_tolerance %j on %j scores %d', async (options, total, expected) => {
    const fields = [{ path: 'total', match: 'numeric_tolerance', ...options }];
    expect(await score({ fields }, { total })).toMatchObject({ score: expected });
  });

  test('a tolerance forgives the rounding noise of floating point', async () => {
    const fields = [{ path: 'x', match: 'numeric_tolerance', tolerance: 0.1 }];
    expect(await score({ fields }, { x: 1.1 }, { x: 1 })).toMatchObject({ score: 1 });
    const exact = [{ path: 'x', match: 'numeric_tolerance' }];
    expect(await score({ fields: exact }, { x: 0.1 + 0.2 }, { x: 0.3 })).toMatchObject({ score: 1 });
  });

  test.each([
    [{}, 1_732_870_000_001, 1_732_870_000_000],
    [{}, '1234567890123457', 1_234_567_890_123_456],
    [{ tolerance: 10 }, 1_732_870_000_000_011, 1_732_870_000_000_000],
    [{ tolerance: 0.01 }, 123_456_789_012.36, 123_456_789_012.34],
    [{}, '12345678901234567891', '12345678901234567890'],
    [{}, 2 ** 53, '9007199254740993'],
  ])('numeric_tolerance %j takes %j for another number than %j', async (options, found, expected) => {
    const fields = [{ path: 'x', match: 'numeric_tolerance', ...options }];
    expect(await score({ fields }, { x: found }, { x: expected })).toMatchObject({ score: 0 });
    expect(await score({ fields }, { x: expected }, { x: expected })).toMatchObject({ score: 1 });
  });

  test.each([
    ['2025-01-15', undefined, 1],
    ['15 January 2025', undefined, 1],
    ['2025-01-16', undefined, 0],
    ['15.01.2025', ['YYYY-MM-DD', 'DD.MM.YYYY'], 1],
    ['someday', undefined, 0],
    [20250115, undefined, 0],
  ])('date %j with formats %j scores %d', async (date, formats, expected) => {
    const fields = [{ path: 'date', match: 'date', ...(formats ? { formats } : {}) }];
    expect(await score({ fields }, { date })).toMatchObject({ score: expected });
  });

  test('a required field that is missing or wrong fails the case and keeps the score', async () => {
    const fields = [{ path: 'id', required: true }, { path: 'total' }];
    expect(await score({ fields }, { total: 100 })).toMatchObject({
      score: 0.5,
      requirements: { missed: 'written' },
    });
    expect((await score({ fields }, { id: 7, total: 1 })).requirements).toBeUndefined();
  });

  test('all_or_nothing is 1 only if every field that counts is right', async () => {
    const fields = [{ path: 'id' }, { path: 'total' }, { path: 'date', weight: 0 }];
    const options = { fields, aggregation: 'all_or_nothing' };
    expect(await score(options, { id: 7, total: 100 })).toMatchObject({ score: 1 });
    expect(await score(options, { id: 7, total: 1 })).toMatchObject({ score: 0 });
  });

  test('reads JSON out of text, on both sides', async () => {
    const fields = [{ path: 'id' }];
    expect(await score({ fields }, 'Sure!\n```json\n{"id": 7}\n```', '{"id": 7}')).toMatchObject({ score: 1 });
  });

  test('a response without JSON misses every field', async () => {
    expect(await score({ fields: [{ path: 'id' }] }, 'I cannot help')).toMatchObject({
      score: 0,
      misses: ['id: expected 7, got nothing'],
      reasoning: 'the response has no JSON',
    });
  });

  test('a field that the reference lacks is unscored and shows in the bounds', async () => {
    const fields = [{ path: 'id' }, { path: 'nope' }];
    expect(await score({ fields }, { id: 7, nope: 1 })).toMatchObject({
      score: 1,
      bounds: { worst: 0.5, best: 1 },
      warnings: ['nope: the reference has no such field'],
    });
    expect(await score({ fields: [{ path: 'nope' }] }, { id: 7 })).toMatchObject({
      score: null,
      error: { code: 'unscored', message: 'nope: the reference has no such field' },
    });
    expect(await score({ fields, aggregation: 'all_or_nothing' }, { id: 7 })).toMatchObject({
      score: null,
      bounds: { worst: 0, best: 1 },
    });
    expect(await score({ fields, aggregation: 'all_or_nothing' }, { id: 8 })).toMatchObject({ score: 0 });
  });

  test('a reference value of the wrong kind is unscored', async () => {
    const number = await score({ fields: [{ path: 'date', match: 'numeric_tolerance' }] }, { date: 1 });
    expect(number).toMatchObject({
      score: null,
      error: { message: 'date: the reference has "2025-01-15", which is no number' },
    });
    const date = await score({ fields: [{ path: 'total', match: 'date' }] }, {});
    expect(date).toMatchObject({
      score: null,
      error: { message: 'total: the reference has 100, which is no date in one of the formats' },
    });
  });

  test('without a reference that is JSON it is unscored', async () => {
    await expect(score({ fields: [{ path: 'id' }] }, {}, 'plain text')).rejects.toThrow(
      'the reference answer has no JSON',
    );
    await expect(
      evaluateWith(fieldAccuracy, { fields: [{ path: 'id' }] }, { evalCase: makeCase({ expectedMessages: [] }) }),
    ).rejects.toThrow('the case has no reference answer to compare fields with');
  });

  test('all weights 0 is unscored and says so', async () => {
    expect(await score({ fields: [{ path: 'id', weight: 0 }] }, { id: 7 })).toMatchObject({
      score: null,
      error: { message: 'no field has a weight above 0' },
    });
  });

  test.each([
    [{}, 'fields is required'],
    [{ fields: [] }, 'fields must list at least one field'],
    [{ fields: 'id' }, 'fields must be a list of fields, each {path, match}'],
    [{ fields: ['id'] }, 'a field must be a mapping of keys to values, got "id"'],
    [{ fields: [{}] }, 'path is required'],
    [{ fields: [{ path: 'a..b' }] }, 'path "a..b" is not a path: write invoice.lines[0].total'],
    [{ fields: [{ path: 'a', match: 'fuzzy' }] }, 'match must be one of exact, numeric_tolerance, date'],
    [{ fields: [{ path: 'a', tolerance: 1 }] }, 'tolerance and relative work with match: numeric_tolerance only'],
    [{ fields: [{ path: 'a', match: 'numeric_tolerance', tolerance: -1 }] }, 'tolerance must be >= 0'],
    [{ fields: [{ path: 'a', formats: ['YYYY-MM-DD'] }] }, 'formats works with match: date only'],
    [{ fields: [{ path: 'a', match: 'date', formats: [] }] }, 'formats must list at least one date format'],
    [
      { fields: [{ path: 'a', match: 'date', formats: ['YY'] }] },
      '"YY" is not a date format: use YYYY, MM or M or MMM or MMMM, and DD or D, once each',
    ],
    [{ fields: [{ path: 'a', weight: -1 }] }, 'weight must be >= 0'],
    [{ fields: [{ path: 'a' }], aggregation: 'max' }, 'aggregation must be one of weighted_average, all_or_nothing'],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(fieldAccuracy, options)).toEqual([message]);
  });
});
