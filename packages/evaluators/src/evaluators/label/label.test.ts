import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase, makeResponse, problems } from '../../../test/evaluation-input.js';
import { label } from './label.js';

const LABELS = ['positive', 'negative', 'not sure'];
const SPAM = ['spam', 'not spam', 'ham'];
const DIGITS = ['1', '2', '3'];

describe('label', () => {
  test.each([
    ['positive', { value: 'positive' }, 1, 'positive'],
    [' "positive".\n', { value: 'positive' }, 1, 'positive'],
    ['**positive**', { value: 'positive' }, 1, 'positive'],
    ['Positive', { value: 'positive' }, 0, 'Positive'],
    ['Positive', { value: 'positive', labels: LABELS }, 1, 'positive'],
    ['I say it is NOT SURE, really', { value: 'not sure', labels: LABELS }, 1, 'not sure'],
    ['positive or negative', { value: 'positive', labels: LABELS }, 0, null],
    ['unpositive', { value: 'positive', labels: LABELS }, 0, null],
    ['good', { value: 'positive', labels: LABELS }, 0, null],
    ['It is 4.', {}, 1, 'It is 4'],
    ['- positive', { value: 'positive' }, 1, 'positive'],
    ['## **positive**', { value: 'positive' }, 1, 'positive'],
    ['«positive»', { value: 'positive' }, 1, 'positive'],
    ['> 5', { value: '5' }, 0, '> 5'],
    ['- 5', { value: '5' }, 0, '- 5'],
    ['「positive」。', { value: 'positive' }, 1, 'positive'],
    ['-1', { value: '1' }, 0, '-1'],
    ['#1', { value: '1' }, 0, '#1'],
    ['It is not spam, I think', { value: 'not spam', labels: SPAM }, 1, 'not spam'],
    ['It is Spam: not ham', { value: 'spam', labels: SPAM }, 0, null],
    ['It is spam, or not spam', { value: 'spam', labels: SPAM }, 0, null],
    ['not spam, not spam', { value: 'not spam', labels: SPAM }, 1, 'not spam'],
    ['Not spamming', { value: 'not spam', labels: SPAM }, 0, null],
    ['It is written in C++.', { value: 'C++', labels: ['C', 'C++'] }, 1, 'C++'],
    ['It is written in C.', { value: 'C', labels: ['C', 'C++'] }, 1, 'C'],
    ['New York City', { value: 'York', labels: ['New York', 'York City', 'York'] }, 0, null],
    ['Rating: 1.', { value: '1', labels: DIGITS }, 1, '1'],
    ['Rating: 1.5', { value: '1', labels: DIGITS }, 0, null],
    ['Rating: 1,5', { value: '1', labels: DIGITS }, 0, null],
    ['1.0', { value: '1', labels: DIGITS }, 0, null],
    ['Rating: 0.1', { value: '1', labels: DIGITS }, 0, null],
    ['Rating: -1', { value: '1', labels: DIGITS }, 0, null],
    ['Rating: −1', { value: '1', labels: DIGITS }, 0, null],
    ['Rating: -1', { value: '-1', labels: ['-1', ...DIGITS] }, 1, '-1'],
    ['Rating-1', { value: '1', labels: DIGITS }, 1, '1'],
    ['{"label":1,"confidence":0.2}', { value: '1', labels: DIGITS }, 1, '1'],
  ])('%j with %j is %i', async (text, options, score, said) => {
    expect(await evaluateWith(label, options, { response: makeResponse({ text }) })).toMatchObject({ score, details: { said } });
  });

  test('labels that no reply can tell apart are found when the file is read', async () => {
    expect(await problems(label, { labels: ['a', 'b', 'A', '"a".'] })).toMatchObject([
      { path: ['labels', 2], message: '"A" is the same label as "a": case, and quotes and marks around a label, do not count' },
      { path: ['labels', 3], message: expect.stringContaining('is the same label as "a"') as string },
    ]);
  });

  test.each([
    ['Positive', 'expected "positive", got "Positive", in another case: with labels, case does not count'],
    ['negative', 'expected "positive", got "negative"'],
  ])('of %j, where no labels are listed, it says what is wrong', async (text, miss) => {
    expect(await evaluateWith(label, { value: 'positive' }, { response: makeResponse({ text }) })).toMatchObject({ misses: [miss] });
  });

  test('a right label that is none is found when the file is read, or leaves the case unscored', async () => {
    expect(await problems(label, { value: 'good', labels: LABELS })).toMatchObject([{ path: ['value'], message: '"good" is none of the labels positive, negative, not sure' }]);
    expect(await problems(label, { value: 'Positive', labels: LABELS })).toEqual([]);
    await expect(evaluateWith(label, { labels: LABELS })).rejects.toThrow('the right label "It is 4" is none of the labels');
    await expect(evaluateWith(label, {}, { evalCase: makeCase({ expectedMessages: [] }) })).rejects.toThrow('the right label is not known');
    expect(findings(label, { labels: ['one'] })).toHaveLength(1);
  });
});
