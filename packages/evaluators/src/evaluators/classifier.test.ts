import { expect, test } from 'vitest';
import { evaluateWith, makeCase } from '../../test/evaluation-input.js';
import { panelResult, scriptedPanel } from '../../test/scripted-panel.js';
import { classifier } from './classifier.js';

test('hands the reply to the target that it names, and nothing else', async () => {
  const panel = scriptedPanel(() => panelResult(0.7));
  expect(await evaluateWith(classifier, { model: 'tone', value: 'friendly' }, { services: panel })).toMatchObject({ score: 0.7, verdict: 'pass', hits: ['"friendly" with 0.700, at least 0.5'], misses: [] });
  expect(await evaluateWith(classifier, { model: 'tone', threshold: 0.8 }, { services: panel, evalCase: makeCase({ expectedMessages: [{ role: 'assistant', content: ' rude ' }] }) })).toMatchObject({ score: 0.7, verdict: 'fail', hits: [] });
  expect(panel.models).toEqual([['tone'], ['tone']]);
  expect(panel.requests).toEqual([{ kind: 'label', scale: 'unit', text: 'The answer is 4.', label: 'friendly' }, { kind: 'label', scale: 'unit', text: 'The answer is 4.', label: 'rude' }]);
});

test('a label that nobody says, and a classifier that is lost, are no 0', async () => {
  const panel = scriptedPanel(() => panelResult(null));
  await expect(evaluateWith(classifier, { model: 'tone' }, { services: panel, evalCase: makeCase({ expectedMessages: [] }) })).rejects.toThrow('the label is not known');
  expect(await evaluateWith(classifier, { model: 'tone', value: 'x' }, { services: panel })).toMatchObject({ score: null, error: { message: 'no judge answered' } });
});
