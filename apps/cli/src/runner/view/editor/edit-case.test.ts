import { expect, test } from 'vitest';
import { createEditCase } from './edit-case.js';

const editCase = createEditCase({ program: 'true', argumentsFor: () => [] }, process.cwd());

test.each([
  ['quizzes/capitals.quiz:1:1', 'quizzes/capitals.quiz is not opened from here: the files that are end in .yaml, .yml, .json, .jsonl'],
  ['table.csv:3', 'table.csv is not opened from here: the files that are end in .yaml, .yml, .json, .jsonl'],
  ['', 'this row does not say where its case stands'],
])('a case of %j is not opened, and it is said why', async (source, message) => {
  await expect(editCase(process.cwd(), { source })).rejects.toThrow(message);
});
