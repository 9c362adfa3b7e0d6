import { describe, expect, test } from 'vitest';
import { readRubricReply } from './read-rubric-reply.js';

const LINES = [
  { id: 'names-paris', description: 'Names Paris as the capital', weight: 3, required: true },
  { id: 'one-sentence', description: 'Is one sentence long', weight: 1, required: false },
  { id: 'polite', description: 'Is polite', weight: 1, required: false },
];
const READ = [
  { id: 'names-paris', description: 'Names Paris as the capital', weight: 3, required: true },
  { id: 'one-sentence', description: 'Is one sentence long', weight: 1 },
  { id: 'polite', description: 'Is polite', weight: 1 },
];
const JSON_TEXT = JSON.stringify({ rubrics: LINES });

describe('a rubric is read in every wrapping', () => {
  test.each([
    ['strict JSON', JSON_TEXT],
    ['a bare list', JSON.stringify(LINES)],
    ['a code fence', `\`\`\`json\n${JSON.stringify({ rubrics: LINES }, null, 2)}\n\`\`\``],
    ['amid prose', `Here is the rubric:\n${JSON_TEXT}\nI hope it helps.`],
    ['after thoughts', `<think>{"rubrics": []} no, better</think>\n${JSON_TEXT}`],
    ['one object a line', LINES.map((line) => JSON.stringify(line)).join('\n')],
    ['under another name', JSON.stringify({ criteria: LINES })],
    ['with trailing commas', JSON_TEXT.replace('}]', '},]')],
  ])('%s', async (_, text) => {
    expect(await readRubricReply(text)).toEqual({ ok: true, lines: READ });
  });
});

test('ids are made readable and unique; a missing one comes from the description, a missing weight is 1', async () => {
  const lines = [
    { id: 'Names Paris!', description: 'a' },
    { id: 'names_paris', description: 'b' },
    { description: 'Uses no other words at all' },
    { id: '--', description: '!?' },
  ];
  const reading = await readRubricReply(JSON.stringify({ rubrics: lines }));
  expect(reading.ok && reading.lines.map(({ id, weight }) => [id, weight])).toEqual([
    ['names-paris', 1],
    ['names-paris-2', 1],
    ['uses-no-other-words', 1],
    ['line', 1],
  ]);
});

describe('what cannot be used is said, and nothing is guessed', () => {
  const withLine = (line: unknown) => JSON.stringify({ rubrics: [...LINES, line] });

  test.each([
    ['', 'it is empty'],
    ['<think>hm', 'its thoughts do not end'],
    ['I cannot do that.', 'it holds no JSON with a list of lines'],
    ['{"rubrics": "polite"}', 'it holds no JSON with a list of lines'],
    [JSON.stringify({ rubrics: [] }), 'it has 0 lines, not 3 to 6'],
    [JSON.stringify({ rubrics: LINES.slice(0, 1) }), 'it has 1 line, not 3 to 6'],
    [JSON.stringify({ rubrics: [...LINES, ...LINES, ...LINES] }), 'it has 9 lines, not 3 to 6'],
    [JSON_TEXT.slice(0, -30), 'it holds no JSON with a list of lines'],
    [withLine('be nice'), 'a line is no object with a description'],
    [withLine({ id: 'x', description: ' ' }), 'a line has no description'],
    [withLine({ description: 'x', weight: 0 }), 'the weight of a line is 0, not a number above 0'],
    [withLine({ description: 'x', weight: 'high' }), 'the weight of a line is "high", not a number above 0'],
    [withLine({ description: 'x', required: 'yes' }), '"required" of a line is "yes", not true or false'],
    [withLine(LINES[0]), 'two lines say the same'],
  ])('%s', async (text, problem) => {
    expect(await readRubricReply(text)).toEqual({ ok: false, problem });
  });
});
