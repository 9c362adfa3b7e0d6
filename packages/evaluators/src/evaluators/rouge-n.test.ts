import { describe, expect, test } from 'vitest';
import values from '../../test/reference/text-measures.json' with { type: 'json' };
import { evaluateWith, findings, makeCase, makeResponse } from '../../test/evaluation-input.js';
import { rougeN } from './rouge-n.js';

const score = (text: string, options: Parameters<typeof evaluateWith>[1]) => evaluateWith(rougeN, options, { response: makeResponse({ text }) });

test.each(values.rouge)('is what Python has for $prediction against $target (n = $n)', async ({ prediction, target, n, precision, recall, f1 }) => {
  const { details } = await score(prediction, { value: target, n });
  expect(details).toEqual({ n, precision: expect.closeTo(precision, 12), recall: expect.closeTo(recall, 12), f1: expect.closeTo(f1, 12) });
});

describe('rouge_n', () => {
  test('the example of the package rouge-score', async () => {
    const found = await score('The quick brown dog jumps on the log.', { value: 'The quick brown fox jumps over the lazy dog' });
    expect(found.details).toEqual({ n: 1, precision: 0.75, recall: expect.closeTo(0.66666, 4), f1: expect.closeTo(0.70588, 4) });
    expect(found).toMatchObject({ verdict: 'fail', misses: [expect.stringContaining('ROUGE-1 f1 0.706')] });
  });

  test.each([
    ['recall', 0.5, 'fail'],
    ['precision', 1, 'pass'],
  ])('the score is the %s that was asked for', async (measure, expected, verdict) => {
    expect(await score('the cat', { value: 'the cat sat down', measure })).toMatchObject({ score: expected, verdict });
  });

  test('the best of several references counts, else the reference answer', async () => {
    expect(await score('a b', { value: ['c d', 'a b', 'a c'] })).toMatchObject({ score: 1 });
    const evalCase = makeCase({ expectedMessages: [{ role: 'assistant', content: 'The answer is 4.' }] });
    expect(await evaluateWith(rougeN, {}, { evalCase })).toMatchObject({ score: 1, verdict: 'pass' });
    await expect(evaluateWith(rougeN, {}, { evalCase: makeCase({ expectedMessages: [] }) })).rejects.toThrow('there is nothing to compare with');
  });

  test.each([
    ['accents however they are typed', 'caf\u00e9', 'cafe\u0301', 1],
    ['case', 'PARIS', 'paris', 1],
    ['punctuation', 'Paris!', '“Paris”', 1],
    ['words by dictionary where no spaces stand between them', '東京は日本の首都です', '日本の首都は東京です', 1],
    ['nothing but signs', '?!', 'paris', 0],
  ])('%s', async (_, text, value, expected) => {
    expect(await score(text, { value })).toMatchObject({ score: expected });
  });

  test.each([[{ n: 0 }], [{ n: 10 }], [{ measure: 'f2' }], [{ threshold: 2 }], [{ value: '' }], [{ value: [] }]])('%j is rejected', (options) => {
    expect(findings(rougeN, options)).toHaveLength(1);
  });
});
