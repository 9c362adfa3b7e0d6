import { expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { readCitation } from './read-citation.js';

function read(raw: unknown) {
  const { context, found } = recordingContext();
  return { citation: readCitation(context, raw, ['citation']), found };
}

test.each([
  ['Rules of the house', 'Rules of the house'],
  [1996, '1996'],
  [{ title: 'Rules', url: 'https://a.b' }, { title: 'Rules', url: 'https://a.b' }],
  [{ name: 'Rules' }, { title: 'Rules' }],
  [{ url: 'https://a.b' }, { title: 'https://a.b', url: 'https://a.b' }],
  [' ', undefined],
  [null, undefined],
  [undefined, undefined],
])('%j', (raw, citation) => {
  expect(read(raw)).toEqual({ citation, found: [] });
});

test.each([
  [['a'], 'error invalid-field at citation: a citation must be a text or a mapping with title and url, not a list -> write the source as one text, or title: … and url: …'],
  [{}, 'error invalid-field at citation: a citation has neither a title nor a url -> write title: …, url: …, or both'],
  [{ title: 3 }, 'error invalid-field at citation.title: title must be a string, not a number -> put it in quotes: title: "3"'],
])('%j is an error', (raw, finding) => {
  expect(read(raw)).toEqual({ citation: undefined, found: [finding] });
});

test('unknown keys are warned about, and title wins over a different name', () => {
  const { citation, found } = read({ title: 'A', name: 'B', link: 'x' });
  expect(citation).toEqual({ title: 'A' });
  expect(found).toEqual([expect.stringContaining('unknown key "link"'), expect.stringContaining('title and name differ; title is used')]);
});
