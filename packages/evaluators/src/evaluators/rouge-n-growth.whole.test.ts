import { describe, expect, test } from 'vitest';
import { evaluateWith, makeResponse } from '../../test/evaluation-input.js';
import { rougeN } from './rouge-n.js';

const score = (text: string, options: Parameters<typeof evaluateWith>[1]) => evaluateWith(rougeN, options, { response: makeResponse({ text }) });

describe('rouge_n', () => {
  test('a text of a million characters without a space is cut into words in time', async () => {
    const long = '東京'.repeat(100_000);
    expect(await score(long, { value: long })).toMatchObject({ score: 1 });
  });
});
