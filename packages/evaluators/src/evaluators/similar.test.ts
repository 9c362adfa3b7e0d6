import type { EvaluatorServices } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase, makeResponse } from '../../test/evaluation-input.js';
import { similar } from './similar.js';

/** Counts the letters a, b and c. */
const embed: EvaluatorServices['embed'] = async (texts) =>
  texts.map((text) => ['a', 'b', 'c'].map((letter) => text.split(letter).length - 1));

function score(options: Parameters<typeof evaluateWith>[1], text: string, reference = '') {
  const expectedMessages = reference === '' ? [] : [{ role: 'assistant' as const, content: reference }];
  return evaluateWith(similar, options, { services: { embed }, response: makeResponse({ text }), evalCase: makeCase({ expectedMessages }) });
}

describe('similar', () => {
  test('is the cosine to the reference answer, with the verdict of the threshold', async () => {
    expect(await score({}, 'ab', 'ab')).toMatchObject({ score: expect.closeTo(1, 9), verdict: 'pass', hits: ['1.000 close to "ab", at least 0.75'], misses: [] });
    expect(await score({}, 'a', 'ab')).toMatchObject({ score: expect.closeTo(Math.SQRT1_2, 9), verdict: 'fail', hits: [], misses: ['0.707 close to "ab", at least 0.75'] });
    expect(await score({ threshold: 0.7 }, 'a', 'ab')).toMatchObject({ verdict: 'pass' });
  });

  test('the nearest of several texts counts, and the reference no more', async () => {
    const result = await score({ value: ['cc', 'ab', 'a'] }, 'aab', 'aab');
    expect(result).toMatchObject({ score: expect.closeTo(3 / Math.sqrt(10), 9), details: { nearest: 'ab', threshold: 0.75 } });
  });

  test('a negative cosine is a score of 0, and shows as what it is', async () => {
    const opposite: EvaluatorServices['embed'] = async (texts) => texts.map((_, index) => [index === 0 ? 1 : -1]);
    const result = await evaluateWith(similar, { value: 'x', threshold: 0 }, { services: { embed: opposite } });
    expect(result).toMatchObject({ score: 0, verdict: 'fail', details: { cosine: -1 } });
  });

  test('without a text to be close to it is unscored, and so it is for a vector without a direction', async () => {
    await expect(score({}, 'ab')).rejects.toMatchObject({ code: 'unscored', reason: 'config', message: expect.stringContaining('nothing to compare with') });
    await expect(score({ value: 'ab' }, 'xyz')).rejects.toMatchObject({ code: 'unscored', message: expect.stringContaining('cannot be compared') });
  });

  test('what it takes', () => {
    expect(findings(similar, { value: [] })).toEqual(['value must list at least one text']);
    expect(findings(similar, { value: 3 })).toEqual(['value must be a text that is not empty, or a list of such texts']);
    expect(findings(similar, { threshold: 2 })).toEqual(['threshold must be a number from 0 to 1']);
  });
});
