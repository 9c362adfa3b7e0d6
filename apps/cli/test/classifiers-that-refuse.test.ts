import { expect, test } from 'vitest';
import { ended, judge } from './support/projects/judged-reply.js';

const BOTH = 'evaluators:\n  - { type: classifier, model: judge, value: friendly tone }\n  - { type: not_classifier, model: judge, value: friendly tone }';

test.each([
  ['refuses', 'I cannot help with that.', 'refusal', 'the classifier named no label: it is a refusal'],
  ['is stopped by a filter', 'The', 'content_filter', 'the classifier named no label: it was cut off by a filter'],
  ['is cut off within the label', 'friendly', 'length', 'the classifier named no label: "friendly" was cut off before its end'],
])('a classifier that %s gives no score, and its opposite none either', async (_, content, reason, why) => {
  const { row, finished } = await judge('Quiet.', [ended(content, reason)], BOTH);
  expect(row.evaluators.map(({ score }) => score)).toEqual([null, null]);
  expect(finished.stdout).toContain(why);
  expect(finished.exitCode).toBe(3);
});

test.each([
  ['the label, whole', 'Friendly tone', [1, 0]],
  ['the first word of another one', 'rude', [0, 1]],
])('with a limit of tokens that it reaches, %s counts', async (_, content, scores) => {
  const { row } = await judge('Quiet.', [ended(content, 'length')], BOTH);
  expect(row.evaluators.map(({ score }) => score)).toEqual(scores);
});
