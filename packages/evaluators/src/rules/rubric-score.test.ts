import { describe, expect, test } from 'vitest';
import { makeCase, makeResponse } from '../../test/evaluation-input.js';
import { ruleFindings, scoreText } from '../../test/rule-scores.js';
import { panelResult, scriptedPanel } from '../../test/scripted-panel.js';
import { findEvaluator } from '../../test/installed.js';
import { rubricScore } from './rubric-score.js';

const evalCase = makeCase({
  expectedOutcome: 'Answer the customer.',
  inputMessages: [
    { role: 'system', content: 'You are a clerk.' },
    { role: 'user', content: 'Answer the customer.\n\nWhere is my parcel?' },
  ],
  expectedMessages: [{ role: 'assistant', content: 'On its way.' }],
});

describe('rubric_score_X_to_Y: a judge scores the output on a scale', () => {
  test('the judges see criterion, scale, task, input, expected answer and output', async () => {
    const panel = scriptedPanel(() => panelResult(0.6));
    const options = { description: 'Is it friendly?' };
    const score = await scoreText(rubricScore, 'rubric_score_0_to_5', '', options, {
      evalCase,
      response: makeResponse({ text: 'It comes tomorrow!' }),
      services: { judges: panel.judges },
    });
    expect(score).toMatchObject({ score: 0.6, reasoning: 'worth 0.6', judges: [{ id: 'judge-a' }] });
    expect(panel.requests).toEqual([
      {
        kind: 'criterion',
        scale: { min: 0, max: 5 },
        criterion: 'Is it friendly?',
        input: evalCase.inputMessages,
        candidate: 'It comes tomorrow!',
        expectedOutcome: 'Answer the customer.',
        referenceAnswer: 'On its way.',
      },
    ]);
    expect(panel.models).toEqual([undefined]);
  });

  test.each([
    ['rubric_score_1_to_10', { min: 1, max: 10 }],
    ['rubric_score_-2_to_2', { min: -2, max: 2 }],
    ['rubric_score_0_to_1', 'unit'],
  ])('%s has the scale %j', async (written, scale) => {
    const panel = scriptedPanel(() => panelResult(1));
    await scoreText(rubricScore, written, 'x', {}, { services: { judges: panel.judges } });
    expect(panel.requests).toMatchObject([{ scale, criterion: 'rubric_score' }]);
  });

  test('a judge that is named beside the rule is asked instead', async () => {
    const panel = scriptedPanel(() => panelResult(1));
    await scoreText(rubricScore, 'rubric_score_0_to_5', 'x', { model: 'strict' }, { services: { judges: panel.judges } });
    expect(panel.models).toEqual([['strict']]);
  });

  test('without a usable answer it is unscored, never 0', async () => {
    const panel = scriptedPanel(() => panelResult(null));
    const score = await scoreText(rubricScore, 'rubric_score_0_to_5', 'x', {}, { services: { judges: panel.judges } });
    expect(score).toMatchObject({ score: null, error: { message: 'no judge answered' } });
  });

  test('judges are made ready for the evaluator too', () => {
    expect(findEvaluator('rubric_score')?.uses).toEqual(['judge']);
  });

  test.each([
    ['rubric_score', ['min', 'max'].map((key) => `${key} is required; as in min: 0, max: 5, or rule: rubric_score_0_to_5`)],
    ['rubric_score_5_to_0', ['the scale must go upwards, as in min: 0, max: 5, or rule: rubric_score_0_to_5']],
    ['rubric_score_5_to_5', ['the scale must go upwards, as in min: 0, max: 5, or rule: rubric_score_0_to_5']],
    ['rubric_score_0_to_2.5', [expect.stringMatching(/^max must be a whole number/u)]],
  ])('%s: %j', (written, messages) => {
    expect(ruleFindings(rubricScore, written)).toEqual(messages);
  });
});
