import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readExecution } from './execution.js';

function read(raw: unknown) {
  const { context, found } = recordingContext();
  return { target: readExecution(context, raw, ['execution']).target, found };
}

test.each([
  [undefined, undefined],
  [null, undefined],
  [{}, undefined],
  [{ target: null }, undefined],
  [{ target: 'gpt' }, 'gpt'],
  [{ target: 'gpt', evaluators: [] }, 'gpt'],
])('%j names %s', (raw, target) => {
  expect(read(raw)).toEqual({ target, found: [] });
});

test.each([['gpt'], [['gpt']], [{ target: 5 }], [{ target: ' ' }]])('%j is an error', (raw) => {
  const { target, found } = read(raw);
  expect(target).toBeUndefined();
  expect(found).toEqual([expect.stringMatching(/^error invalid-field at execution/u)]);
});

test('a mistyped key is a warning', () => {
  expect(read({ traget: 'gpt' }).found).toEqual([expect.stringContaining('did you mean target?')]);
});
