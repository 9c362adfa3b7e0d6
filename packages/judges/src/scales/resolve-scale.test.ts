import { ConfigError, type JudgeScale } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { resolveScale } from './resolve-scale.js';

/** Scores of every class that the scale offers, in order. */
function scoresOf(scale: JudgeScale): readonly unknown[] {
  const resolved = resolveScale(scale);
  const names = resolved.schema['enum'] as readonly string[];
  return names.map((name) => {
    const reading = resolved.read(name);
    return reading.ok ? reading.score : reading.problem;
  });
}

describe('five_point', () => {
  test('has the classes 0, 0.25, 0.5, 0.75 and 1', () => {
    expect(scoresOf('five_point')).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  test('tells the judge what each class means, and not its number', () => {
    const { instruction, placeholder } = resolveScale('five_point');
    expect(instruction.split('\n')).toHaveLength(6);
    expect(instruction).toContain('- LARGELY_MET: ');
    expect(instruction).not.toMatch(/\d/u);
    expect(placeholder).toBe('"<one of NOT_MET, SLIGHTLY_MET, HALF_MET, LARGELY_MET, FULLY_MET>"');
  });

  test.each([
    ['LARGELY_MET', 0.75],
    ['largely met', 0.75],
    ['CLASS_LARGELY_MET', 0.75],
    ['Class: largely-met', 0.75],
    ['**LARGELY_MET**', 0.75],
    ['0.75', 0.75],
    ['.75', 0.75],
    ['0.750', 0.75],
    ['0.75/1', 0.75],
    [0.75, 0.75],
    [0, 0],
    [1, 1],
    ['0', 0],
    ['+1', 1],
    ['LARGELY_MET (0.75)', 0.75],
    ['LARGELY_MET: 0.75', 0.75],
    ['0.75 = largely met', 0.75],
  ])('%s is worth %d', (classification, score) => {
    expect(resolveScale('five_point').read(classification)).toEqual({ ok: true, score });
  });

  test.each([2, -1, 0.8, 0.001, '', ' ', '1/0', '3/4', '1e0', 'Infinity', 'NOT', 'NOT_FULLY_MET', 'FULLY_MET (0)', '0 1'])(
    '%j is no class',
    (classification) => {
      expect(resolveScale('five_point').read(classification)).toMatchObject({ ok: false });
    },
  );
});

describe('nine_point', () => {
  test('has ten values: 0, 0.001, and eighths up to 1', () => {
    expect(scoresOf('nine_point')).toEqual([0, 0.001, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]);
  });

  test('gives classes that both scales have the same score', () => {
    const nine = resolveScale('nine_point');
    for (const name of resolveScale('five_point').schema['enum'] as readonly string[]) {
      expect(nine.read(name)).toEqual(resolveScale('five_point').read(name));
    }
  });

  test('reads 0.001 as a trace, not as 0', () => {
    expect(resolveScale('nine_point').read(0.001)).toEqual({ ok: true, score: 0.001 });
    expect(resolveScale('nine_point').read('0.001')).toEqual({ ok: true, score: 0.001 });
  });
});

describe('unit', () => {
  test.each([0, 0.001, 0.333, 1, '0.5', '1.0', '0.8/1'])('takes %j', (classification) => {
    expect(resolveScale('unit').read(classification)).toMatchObject({ ok: true });
  });

  test.each([-0.01, 1.01, 80, '80%', '8/10', '0,8', 'high', Number.NaN, true, null, [0.5]])(
    'refuses %j',
    (classification) => {
      expect(resolveScale('unit').read(classification)).toMatchObject({ ok: false });
    },
  );
});

describe('a range of whole numbers', () => {
  test.each([
    [0, 5, 4, 0.8],
    [0, 5, '4/5', 0.8],
    [0, 5, 4.0, 0.8],
    [1, 5, 1, 0],
    [1, 5, '3', 0.5],
    [0, 10, 7, 0.7],
    [-2, 2, -1, 0.25],
    [0, 100, '75', 0.75],
  ])('%d to %d: %j is worth %d', (min, max, classification, score) => {
    expect(resolveScale({ min, max }).read(classification)).toEqual({ ok: true, score });
  });

  test.each([6, -1, 3.5, '3.5', '4/10', '75%', 'four', null])('0 to 5 refuses %j', (classification) => {
    expect(resolveScale({ min: 0, max: 5 }).read(classification)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('is not a whole number from 0 to 5'),
    });
  });

  test('tells the judge what the anchors say', () => {
    const anchors = [
      { from: 0, to: 0, meaning: 'no answer' },
      { from: 1, to: 4, meaning: 'an answer with gaps' },
    ];
    expect(resolveScale({ min: 0, max: 5, anchors }).instruction).toBe(
      'The classification is a whole number from 0 to 5: 0 means not at all, 5 completely.\n' +
        '- 0: no answer\n- 1 to 4: an answer with gaps',
    );
  });

  test.each([
    [5, 0],
    [3, 3],
    [0, 2.5],
    [0, Number.POSITIVE_INFINITY],
    [Number.NaN, 5],
  ])('%d to %d is an error of the configuration', (min, max) => {
    expect(() => resolveScale({ min, max })).toThrow(ConfigError);
  });
});

test('an unknown scale is an error that names the known ones', () => {
  const unknown = 'three_point' as JudgeScale;
  expect(() => resolveScale(unknown)).toThrow(/unknown judge scale "three_point"/u);
  expect(() => resolveScale('toString' as JudgeScale)).toThrow(ConfigError);
});
