import { expect, test } from 'vitest';
import { recordingContext } from '../../test/recording-context.js';
import { readTags } from './tags.js';

test.each([
  [undefined, []],
  [null, []],
  ['smoke', ['smoke']],
  [['a', 'b', 'a'], ['a', 'b']],
  [[1, true], ['1', 'true']],
  [{ domain: 'billing', level: 2 }, ['domain:billing', 'level:2']],
  [['a', { domain: 'billing' }], ['a', 'domain:billing']],
])('%j are the tags %j', (raw, tags) => {
  const { context, found } = recordingContext();
  expect(readTags(context, raw, ['tags'])).toEqual(tags);
  expect(found).toEqual([]);
});

test.each([
  [[['a']], 'error invalid-field at tags.0: a tag must be a string or key: value, not a list'],
  [[null], 'error invalid-field at tags.0: a tag must be a string or key: value, not nothing'],
  [[NaN], 'error invalid-field at tags.0: a tag must be a string or key: value, not a number'],
  [[{ a: ['b'] }], 'error invalid-field at tags.0.a: the value of tag "a" must be a string, not a list'],
])('%j is an error', (raw, finding) => {
  const { context, found } = recordingContext();
  expect(readTags(context, raw, ['tags'])).toEqual([]);
  expect(found).toEqual([finding]);
});
