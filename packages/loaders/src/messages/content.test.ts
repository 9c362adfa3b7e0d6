import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import type { FilePart } from '@assay/schema';
import { readContent } from './content.js';

function read(raw: unknown) {
  const files: [FilePart, string][] = [];
  const { context, found } = recordingContext({ onFile: (part, path) => files.push([part, path.join('.')]) });
  return { content: readContent(context, raw, ['content']), found, files };
}

test.each([
  ['text', 'text'],
  [[], []],
  [{ risk: 'high' }, { risk: 'high' }],
  [[{ type: 'text', value: 'a' }], [{ type: 'text', value: 'a' }]],
  [[{ type: 'text', text: 'a' }], [{ type: 'text', value: 'a' }]],
  [['a'], [{ type: 'text', value: 'a' }]],
])('%j is content', (raw, content) => {
  expect(read(raw)).toEqual({ content, found: [], files: [] });
});

describe('files', () => {
  test('are told to the context with the place of their path', () => {
    const { content, files, found } = read([{ type: 'text', value: 'a' }, { type: 'file', value: './code.py' }]);
    const part = { type: 'file', value: './code.py' };
    expect(content).toEqual([{ type: 'text', value: 'a' }, part]);
    expect(files).toEqual([[part, 'content.1.value']]);
    expect(found).toEqual([]);
  });

  test('that were read before keep what is known of them', () => {
    const part = { type: 'file', value: 'a.png', path: '/p/a.png', media_type: 'image/png', guideline: false };
    expect(read([part]).content).toEqual([{ type: 'file', value: 'a.png', path: '/p/a.png', mediaType: 'image/png', guideline: false }]);
    expect(read([{ type: 'file', value: 'a.md', text: 'T', guideline: true }]).content).toEqual([{ type: 'file', value: 'a.md', text: 'T', guideline: true }]);
  });
});

test.each([
  [5, 'error invalid-field at content: content must be a string, a list of parts or a mapping, not a number -> put it in quotes: "5"'],
  [true, 'error invalid-field at content: content must be a string, a list of parts or a mapping, not a boolean -> put it in quotes: "true"'],
  [[5], 'error invalid-field at content.0: content[0] must be a mapping with type and value, not a number -> write - type: text (or file) and value: …'],
  [[{ value: 'a' }], 'error invalid-field at content.0: content[0] has no type; allowed: text, file, image -> images and PDF files are attached with type: file'],
  [[{ type: 'video', value: 'a' }], 'error invalid-field at content.0.type: content[0].type must be text, file or image, not "video" -> images and PDF files are attached with type: file'],
  [[{ type: 'text' }], 'error invalid-field at content.0: content[0].value must be a string, not nothing -> write the text under value'],
  [[{ type: 'text', value: 5 }], 'error invalid-field at content.0.value: content[0].value must be a string, not a number -> write the text under value'],
  [[{ type: 'file' }], 'error invalid-field at content.0: content[0].value must be the path of a file, not nothing -> write the path, relative to the file that you are writing, under value'],
  [[{ type: 'file', value: ' ' }], 'error invalid-field at content.0.value: content[0].value must be the path of a file, not " " -> write the path, relative to the file that you are writing, under value'],
])('%j is an error at its place', (raw, finding) => {
  expect(read(raw).found).toEqual([finding]);
});

test('an unknown key of a part is a warning', () => {
  expect(read([{ type: 'file', value: 'a', vlaue: 'b' }]).found).toEqual([expect.stringMatching(/^warning unknown-key .*did you mean value\?$/u)]);
});
