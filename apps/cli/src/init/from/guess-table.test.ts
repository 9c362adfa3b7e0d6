import type { JsonObject } from '@assay/schema';
import { expect, test } from 'vitest';
import { guessTable } from './guess-table.js';
import { sidecarText } from './sidecar-text.js';

function guess(rows: readonly JsonObject[], whole = true) {
  return guessTable({ columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows, whole });
}

const labelled = (labels: readonly string[], times = 3): readonly JsonObject[] => labels.flatMap((label) => Array.from({ length: times }, (_, index) => ({ text: `review ${index}`, label })));

test.each<[string, readonly JsonObject[], object]>([
  ['names that people give', [{ Nr: 1, Question: 'Why?', 'Ground Truth': 'Because' }], { input: 'Question', expected: 'Ground Truth', scoring: { by: 'text' }, columns: { expected: 'Ground Truth' } }],
  ['the names that tables have', [{ id: 'a', input: 'Why?', expected: 'Because', weight: 2 }], { input: 'input', expected: 'expected', scoring: { by: 'text' }, columns: {} }],
  ['no name that is known: the longest text is asked', [{ a: 'x', b: 'What do you mean?', c: 'y' }], { input: 'b', expected: undefined, scoring: { by: 'nothing' } }],
  ['one column', [{ anything: 'x' }], { input: 'anything', scoring: { by: 'nothing' } }],
  ['answers that are long', [{ question: 'x', answer: 'word '.repeat(30) }], { scoring: { by: 'reference' } }],
  ['answers that are empty', [{ question: 'x', answer: '' }], { expected: undefined, scoring: { by: 'nothing' } }],
  ['answers of which one is missing', [{ question: 'x', answer: 'y' }, { question: 'z' }], { expected: 'answer', unanswered: 1 }],
  ['assertions in columns', [{ question: 'x', __expected: 'contains: y' }], { scoring: { by: 'columns' } }],
  ['few labels, each several times', labelled(['b', 'a']), { input: 'text', scoring: { by: 'label', labels: ['a', 'b'] }, columns: { expected: 'label' } }],
  ['labels that come too seldom are answers', labelled(['a', 'b'], 2), { scoring: { by: 'text' } }],
  ['labels that are numbers', [0, 1, 0, 1, 0, 1].map((label) => ({ text: 'x', label })), { scoring: { by: 'label', labels: ['0', '1'] } }],
  ['labels that differ in case are one, as it is spelled most often', [...labelled(['Yes', 'no'], 4), ...labelled(['yes', 'NO'], 1)], { scoring: { by: 'label', labels: ['Yes', 'no'] } }],
  ['labels of which nothing is left without their marks are answers', labelled(['**', 'a']), { scoring: { by: 'text' } }],
  ['answers that are lists', [{ question: 'x', answer: ['a', 'b'] }], { scoring: { by: 'reference' } }],
  ['a weight below 0', [{ question: 'x', weight: '-1' }], { columns: { weight: null } }],
  ['an id that comes twice is none', [{ id: 1, question: 'x' }, { id: 1, question: 'y' }], { columns: { id: null } }],
  ['an id by another name', [{ ID: 1, question: 'x' }, { ID: 2, question: 'y' }], { columns: { id: 'ID' } }],
  ['a weight of kilograms', [{ question: 'x', weight: '2 kg' }], { columns: { weight: null } }],
])('%s', (_, rows, expected) => {
  expect(guess(rows)).toMatchObject(expected);
});

test('labels are listed only when all of them were seen', () => {
  const found = guess(labelled(['a', 'b']), false);
  expect(found.scoring).toEqual({ by: 'label', labels: [] });
  expect(sidecarText(found)).toContain("prompts:\n  - '{{text}}'\n");
});

test('names that are no words of a template are written so that one takes them', () => {
  expect(sidecarText(guess([{ 'the question': 'x', "it's": 'y' }]))).toContain(`  - '{{ vars["the question"] }}'\n`);
  expect(sidecarText(guess([{ 'a "b" c': 'long enough', answer: 'y' }]))).toContain(`columns: { input: 'a "b" c', expected: 'answer' }\n`);
  expect(sidecarText(guess([{ 'two\nlines': 'x' }]))).toContain(String.raw`columns: { input: "two\nlines" }`);
});
