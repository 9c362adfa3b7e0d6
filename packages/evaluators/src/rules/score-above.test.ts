import { describe, expect, test } from 'vitest';
import { makeResponse } from '../../test/evaluation-input.js';
import { ruleFindings, scoreText } from '../../test/rule-scores.js';
import { findEvaluator } from '../../test/installed.js';
import { scoreAbove } from './score-above.js';

const sure = (confidence: number) => ({ response: makeResponse({ text: 'NEGATIVE', confidence }) });

describe('score_above_X: the confidence must be greater than X', () => {
  test.each([
    ['score_above_0.85', 0.9, 1],
    ['score_above_0.85', 0.85, 0],
    ['score_above_0.85', 0.84, 0],
    ['score_above_.7', 0.71, 1],
    ['score_above_0', 0, 0],
    ['score_above_0', 0.01, 1],
  ])('%s with a confidence of %d scores %d', async (written, confidence, score) => {
    expect(await scoreText(scoreAbove, written, '', {}, sure(confidence))).toMatchObject({ score, details: { confidence } });
  });

  test.each([
    ['{"label": "NEGATIVE", "confidence": 0.9}', 1],
    ['```json\n{"confidence": 0.2}\n```', 0],
    ['{"confidence": 1}', 1],
  ])('a target that reports none may answer with JSON: %j', async (text, score) => {
    expect(await scoreText(scoreAbove, 'score_above_0.85', text)).toMatchObject({ score });
  });

  test('what the target reports counts before what it writes', async () => {
    const response = makeResponse({ text: '{"confidence": 0.1}', confidence: 0.9 });
    expect(await scoreText(scoreAbove, 'score_above_0.5', '', {}, { response })).toMatchObject({ score: 1 });
  });

  test.each([
    ['NEGATIVE', 'the target does not say how sure it is'],
    ['I am sure: {"confidence": 0.9}', 'the target does not say how sure it is'],
    ['{"confidence": "high"}', 'the answer gives the confidence "high", which is no number from 0 to 1'],
    ['{"confidence": 90}', 'the answer gives the confidence 90, which is no number from 0 to 1'],
  ])('%j leaves it unscored: neither 0 nor a pass', async (text, message) => {
    await expect(scoreText(scoreAbove, 'score_above_0.5', text)).rejects.toMatchObject({
      code: 'unscored',
      message,
      hint: expect.stringContaining('reports confidence'),
    });
  });

  test('the target is asked how sure it is, also for the evaluator', () => {
    expect(scoreAbove.uses).toEqual(['confidence']);
    expect(findEvaluator('score_above')?.uses).toEqual(['confidence']);
  });

  test.each([
    ['score_above_85', ['the score must be a number from 0 to 1, as in value: 0.85, or rule: score_above_0.85']],
    ['score_above_-0.5', ['the score must be a number from 0 to 1, as in value: 0.85, or rule: score_above_0.85']],
    ['score_above', ['value is required; as in value: 0.85, or rule: score_above_0.85']],
    ['score_above_1', []],
  ])('%s: %j', (written, messages) => {
    expect(ruleFindings(scoreAbove, written)).toEqual(messages);
  });

  test('a bound that nothing exceeds is warned about', async () => {
    const place = { directory: '/', projectRoot: '/' };
    expect(await scoreAbove.check?.({ options: { value: 1 }, ...place })).toMatchObject([{ path: ['value'], severity: 'warning' }]);
    expect(await scoreAbove.check?.({ options: { value: 0.99 }, ...place })).toEqual([]);
  });
});
