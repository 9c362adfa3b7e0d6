import { describe, expect, test } from 'vitest';
import values from '../../../test/reference/text-measures.json' with { type: 'json' };
import { evaluateWith, findings, makeResponse } from '../../../test/evaluation-input.js';
import { bleu } from './bleu.js';

const score = (text: string, options: Parameters<typeof evaluateWith>[1]) => evaluateWith(bleu, options, { response: makeResponse({ text }) });

test('is what Python has, for all ways of smoothing', async () => {
  for (const { hypothesis, references, smoothing, score: expected } of values.bleu) {
    const found = await score(hypothesis, { value: references, smoothing });
    expect({ hypothesis, references, smoothing, score: found.score }).toEqual({ hypothesis, references, smoothing, score: expect.closeTo(expected, 10) });
  }
});

describe('bleu', () => {
  test('the example of NLTK, which comes from the paper, without smoothing', async () => {
    const references = [
      'It is a guide to action that ensures that the military will forever heed Party commands',
      'It is the guiding principle which guarantees the military forces always being under the command of the Party',
      'It is the practical guide for the army always to heed the directions of the party',
    ];
    const text = 'It is a guide to action which ensures that the military always obeys the commands of the party';
    const found = await score(text, { value: references, smoothing: 'none' });
    expect(found.score).toBeCloseTo(0.5045666840058485, 12);
    expect(found).toMatchObject({ verdict: 'pass', hits: [expect.stringContaining('BLEU 0.505 (smoothing none) against')] });
  });

  test.each([
    ['the same', 'The cat sat on the mat.', {}, 1],
    ['the same but for punctuation', 'The cat sat on the mat', {}, 1],
    ['another case', 'the CAT sat on the mat', { ignore_case: true }, 1],
    ['nothing in common', 'dogs bark', {}, 0],
    ['no words', '...', {}, 0],
    ['short, with single words only', 'cat', { max_n: 1 }, Math.exp(1 - 6)],
  ])('%s', async (_, text, options, expected) => {
    expect((await score(text, { value: 'The cat sat on the mat.', ...options })).score).toBeCloseTo(expected, 12);
  });

  test.each([[{ smoothing: 'method1' }], [{ max_n: 0 }], [{ threshold: -1 }]])('%j is rejected', (options) => {
    expect(findings(bleu, options)).toHaveLength(1);
  });
});
