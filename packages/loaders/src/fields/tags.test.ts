import { expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readTags } from './tags.js';

test.each([
  [undefined, []],
  [' ', []],
  [null, []],
  ['smoke', ['smoke']],
  [['a', 'b', 'a'], ['a', 'b']],
  [[1, true], ['1', 'true']],
  [[{ domain: 'billing', level: 2 }], ['domain:billing', 'level:2']],
  [['a', { domain: 'billing' }], ['a', 'domain:billing']],
])('%j are the tags %j', (raw, tags) => {
  const { context, found } = recordingContext();
  expect(readTags(context, raw, ['tags'])).toEqual(tags);
  expect(found).toEqual([]);
});

test.each([
  [[['a']], 'error invalid-field at tags.0: a tag must be a string or key: value, not a list -> write a list of texts: tags: [smoke, "area:billing"]'],
  [[''], 'error invalid-field at tags.0: a tag must not be empty -> write what cases are chosen by (tags: [smoke]), or remove it'],
  [[{ ' ': 'a' }], 'error invalid-field at tags.0. : the name of tag " " must not be empty -> write both sides of it: tags: ["area:billing"]'],
  [[null], 'error invalid-field at tags.0: a tag must be a string or key: value, not nothing -> write a list of texts: tags: [smoke, "area:billing"]'],
  [[NaN], 'error invalid-field at tags.0: a tag must be a string or key: value, not a number -> write a list of texts: tags: [smoke, "area:billing"]'],
  [[{ a: ['b'] }], 'error invalid-field at tags.0.a: the value of tag "a" must be a string, not a list -> write one entry for each value: tags: ["area:billing", "area:shipping"]'],
  [true, 'error invalid-field at tags: tags must be a list, not a boolean -> write a list: tags: ["true"]'],
  [5, 'error invalid-field at tags: tags must be a list, not a number -> write a list: tags: ["5"]'],
  [{ a: 1, b: 'c' }, 'error invalid-field at tags: tags must be a list, not a mapping -> write a list: tags: ["a:1", "b:c"]'],
  [{ a: [1] }, 'error invalid-field at tags: tags must be a list, not a mapping -> write a list: tags: ["smoke"]'],
])('%j is an error', (raw, finding) => {
  const { context, found } = recordingContext();
  expect(readTags(context, raw, ['tags'])).toEqual([]);
  expect(found).toEqual([finding]);
});
