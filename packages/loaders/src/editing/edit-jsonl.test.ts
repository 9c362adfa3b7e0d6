import { expect, test } from 'vitest';
import { editJsonl } from './edit-jsonl.js';

const LINES = [{ id: 'a', description: 'Names {"Paris"}', weight: 1 }];
const JSON_LINES = JSON.stringify(LINES);

test.each([
  ['{"id": "x", "input": "Q}"}', `{"id": "x", "input": "Q}", "rubrics": ${JSON_LINES}}`],
  ['{"id":"x","input":"Q"}\r', `{"id":"x","input":"Q","rubrics":${JSON_LINES}}\r`],
  ['{"id":"x","rubrics":["Old"],"input":"Q"}', `{"id":"x","rubrics":${JSON_LINES},"input":"Q"}`],
  ['{"id":"x","evaluators":[{"type":"rubric","rubrics":["Old"],"weight":2}]}', `{"id":"x","evaluators":[{"type":"rubric","rubrics":${JSON_LINES},"weight":2}]}`],
])('%s: the line gets its rubric, the others stay byte for byte', (line, expected) => {
  const other = '{ "id" : "y",  "input":1e3 }';
  const text = `${other}\n\n${line}\n`;
  expect(editJsonl(text).withRubrics(new Map([['x', LINES]])).text).toBe(`${other}\n\n${expected}\n`);
});

test('it is told which cases have some of their own', () => {
  expect(editJsonl('{"id":1}\n\n{"id":"b","rubrics":["A"]}\n').cases).toEqual([
    { id: '1', hasRubric: false },
    { id: 'b', hasRubric: true },
  ]);
});
