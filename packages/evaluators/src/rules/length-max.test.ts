import { describe, expect, test } from 'vitest';
import { ruleFindings, scoreText } from '../../test/rule-scores.js';
import { lengthMax } from './length-max.js';

describe('length_max_X: the output has at most X characters', () => {
  test.each([
    ['length_max_5', '12345', 1],
    ['length_max_5', '123456', 0],
    ['length_max_0', '', 1],
    ['length_max_0', ' ', 0],
    ['length_max_3', '👍👍👍', 1],
    ['length_max_7', 'Výborný', 1],
    ['length_max_500', 'x'.repeat(500), 1],
    ['length_max_500', 'x'.repeat(501), 0],
  ])('%s and %.20j: %d', async (written, text, score) => {
    expect(await scoreText(lengthMax, written, text)).toMatchObject({ score });
  });

  test('the miss tells both numbers', async () => {
    expect(await scoreText(lengthMax, 'length_max_3', 'long')).toMatchObject({
      misses: ['4 characters, only 3 are allowed'],
      details: { length: 4 },
    });
  });

  test.each([
    ['length_max', ['value is required; as in value: 500, or rule: length_max_500']],
    ['length_max_-1', ['the length must be a whole number >= 0']],
    ['length_max_2.5', expect.arrayContaining(['the length must be a whole number >= 0'])],
  ])('%s: %j', (written, messages) => {
    expect(ruleFindings(lengthMax, written)).toEqual(messages);
  });
});
