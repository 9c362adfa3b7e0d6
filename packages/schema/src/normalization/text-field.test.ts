import { expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { readIdentifier, readText } from './text-field.js';

test.each([
  ['a', 'a'],
  [7, '7'],
  [0, '0'],
  [-1.5, '-1.5'],
])('the id %j is read as %j', (id, read) => {
  const { context, found } = recordingContext();
  expect(readIdentifier(context, { id }, ['cases', 0], 'id')).toBe(read);
  expect(found).toEqual([]);
});

test.each([
  ['', 'id must not be empty'],
  ['  ', 'id must not be empty'],
  [NaN, 'id must be a string or a number, not NaN'],
  [true, 'id must be a string or a number, not a boolean'],
  [['a'], 'id must be a string or a number, not a list'],
])('the id %j is an error', (id, message) => {
  const { context, found } = recordingContext();
  expect(readIdentifier(context, { id }, ['cases', 0], 'id')).toBeUndefined();
  expect(found).toEqual([`error invalid-field at cases.0.id: ${message} -> write a short name, unique within the file`]);
});

test('a text is itself, also when it is empty; nothing is nothing', () => {
  const { context, found } = recordingContext();
  expect([{ d: 'x' }, { d: '' }, { d: null }, {}].map((raw) => readText(context, raw, [], 'd'))).toEqual(['x', '', undefined, undefined]);
  expect(found).toEqual([]);
});

test.each([
  [5, 'd must be a string, not a number -> put it in quotes: d: "5"'],
  [false, 'd must be a string, not a boolean -> put it in quotes: d: "false"'],
  [[], 'd must be a string, not a list -> write one text: d: "…"'],
  [{}, 'd must be a string, not a mapping -> write one text: d: "…"'],
])('%j is no text', (value, message) => {
  const { context, found } = recordingContext();
  expect(readText(context, { d: value }, [], 'd')).toBeUndefined();
  expect(found).toEqual([`error invalid-field at d: ${message}`]);
});
