import { definePointFunction, UnscoredError, type PointOutcome, type ResolvedPointFunction } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { resolvePointFunction } from '../../../test/installed.js';
import { textContext } from '../../../test/point-context.js';
import { applyPoint, preparePoint } from './apply-point.js';

function resolved(written: string): ResolvedPointFunction {
  const point = resolvePointFunction(written);
  if (!point) throw new UnscoredError(`no point function ${written}`);
  return point;
}

function giving(outcome: () => PointOutcome | Promise<PointOutcome>, negated = false): ResolvedPointFunction {
  const definition = definePointFunction({
    name: 'sample',
    description: 'Gives what the test wants.',
    options: v.unknown(),
    examples: [],
    apply: outcome,
  });
  return { definition, negated };
}

describe('applyPoint', () => {
  test.each([
    ['contains', 1],
    ['not_contains', 0],
  ])('%s of a text that is there scores %d', async (written, score) => {
    expect(await applyPoint(resolved(written), 'ERROR', textContext('an ERROR'))).toEqual({ score });
  });

  test('negation is 1 − score for graded checks, and keeps the explanation', async () => {
    const outcome = { score: 0.25, explain: '1 of 4 found' };
    expect(
      await applyPoint(
        giving(() => outcome),
        null,
        textContext(''),
      ),
    ).toEqual(outcome);
    expect(
      await applyPoint(
        giving(() => outcome, true),
        null,
        textContext(''),
      ),
    ).toEqual({ ...outcome, score: 0.75 });
    expect(
      await applyPoint(
        giving(async () => true, true),
        null,
        textContext(''),
      ),
    ).toEqual({ score: 0 });
  });

  test('a check that cannot be scored stays unscored when it is negated', async () => {
    await expect(applyPoint(resolved('not_matches'), 'a(', textContext('x'))).rejects.toThrow(UnscoredError);
    await expect(
      applyPoint(
        giving(() => Number.NaN, true),
        null,
        textContext(''),
      ),
    ).rejects.toThrow(UnscoredError);
  });

  test.each([Number.NaN, -0.1, 1.1, Infinity])('a score of %d is unscored: a score is from 0 to 1', async (score) => {
    await expect(
      applyPoint(
        giving(() => score),
        null,
        textContext(''),
      ),
    ).rejects.toThrow(/a score is a number from 0 to 1/u);
    await expect(
      applyPoint(
        giving(async () => ({ score })),
        null,
        textContext(''),
      ),
    ).rejects.toThrow(UnscoredError);
  });

  test.each([
    [42, 'contains: the text to look for must be text, got 42'],
    ['', 'contains: the text to look for must not be empty'],
    [undefined, 'contains: the text to look for must be text, got undefined'],
  ])('an argument of %j is unscored: %s', async (argument, message) => {
    await expect(applyPoint(resolved('contains'), argument, textContext('42'))).rejects.toMatchObject({
      message,
      reason: 'config',
    });
  });
});

describe('preparePoint', () => {
  test('checks the argument once, before any text', () => {
    expect(() => preparePoint(resolved('contains'), 42)).toThrow(UnscoredError);
  });

  test('gives a check for many texts that answers at once', () => {
    const check = preparePoint(resolved('$not_icontains'), 'error');
    expect(check(textContext('Error'))).toEqual({ score: 0 });
    expect(check(textContext('fine'))).toEqual({ score: 1 });
  });
});
