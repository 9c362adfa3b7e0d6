import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { sampleDefinitions } from '../../test/sample-definitions.js';
import { readRubrics } from './rubrics.js';

function read(raw: unknown, definitions?: typeof sampleDefinitions) {
  const { context, found } = recordingContext({ definitions });
  return { rubrics: readRubrics(context, raw, ['rubrics']), found };
}

test.each([
  [undefined, undefined],
  [null, undefined],
  [[], undefined],
  ['Is polite', ['Is polite']],
  [['Is polite', { id: 'a', description: 'Is short', weight: 2 }], ['Is polite', { id: 'a', description: 'Is short', weight: 2 }]],
])('%j', (raw, rubrics) => {
  expect(read(raw)).toEqual({ rubrics, found: [] });
});

test('what is no list is an error', () => {
  expect(read({ a: 1 })).toEqual({
    rubrics: undefined,
    found: ['error invalid-field at rubrics: rubrics must be a list, not a mapping -> write a list of sentences that a good reply fulfils'],
  });
});

test.each([[5], [''], [null], [['a']]])('an item that is %j is an error at its place', (item) => {
  expect(read(['Is polite', item]).found).toEqual([expect.stringMatching(/^error invalid-field at rubrics\.1: rubrics\[1\] must be a sentence or a mapping/u)]);
});

test('without an installed rubric evaluator, weights and descriptions are checked here', () => {
  const items = [{ description: 'a', weight: -1 }, { id: 'b' }];
  expect(read(items).found).toEqual([
    expect.stringMatching(/^error invalid-field at rubrics\.0\.weight: rubrics\[0\]: weight must be >= 0/u),
    expect.stringMatching(/^error invalid-field at rubrics\.1: rubrics\[1\] has no description/u),
  ]);
  expect(read(items, sampleDefinitions).found).toEqual([]);
});
