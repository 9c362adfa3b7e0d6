import { expect, test } from 'vitest';
import { read, readBoth, readText, SIDECARS } from '../../../test/rows-of-tables.js';

test.each(SIDECARS)('so does one that has a cell more than those before it: %s', async (sidecar) => {
  const names = ['n', 'input', 'expected', 'expected_outcome', 'id', 'tags', 'weight'];
  const usual = ['question', 'answer', 'goal', '', '', ''];
  const others = [['question', 'answer', 'goal', '', '', '3'], ['question', 'answer', 'goal', '', 'a,b', ''], ['question', 'answer', 'goal', 'own', '', ''], ['question', 'answer', '  ', '', '', ''], ['question', '', 'goal', '', '', ''], ['question', 'answer', '', '', '', ''], ['  ', 'answer', 'goal', '', '', ''], ['question', 'answer', 'goal', '', '', 'much']];
  const rows = others.flatMap((other, index) => [[`usual ${index}`, ...usual], [`other ${index}`, ...other]]);
  const { together, alone } = await readBoth(names, rows, sidecar);
  expect(together).toEqual(alone);
});

test('prompts and answers are those of each row', async () => {
  const { cases, findings } = await read(['n', 'expected'], [['1', 'x'], ['2', 'y'], ['3', ''], ['4', 'z']], 'prompts: ["{{n}}"]\nevaluators: [is_json]\n');
  expect(findings).toEqual([]);
  expect(cases.map(({ evalCase: { inputMessages: [asked], expectedMessages: [expected] } }) => [asked?.content, expected?.content])).toEqual([['1', 'x'], ['2', 'y'], ['3', undefined], ['4', 'z']]);
});

test('ids and assertions are those of each row, where some rows say the same assertion and others another', async () => {
  const names = ['id', 'n', '__expected', '__expected2'];
  const rows = [['a', '1', 'contains: x', 'is-json'], ['b', '2', 'contains: x', 'is-json'], ['c', '3', 'contains: y', 'is-json'], ['', '4', 'contains: y', 'is-json'], ['e', '5', 'contains: y', ''], ['f', '6', 'contains: {{n}}', ''], ['g', '7', 'contains: {{n}}', '']];
  const { together, alone } = await readBoth(names, rows, 'prompts: ["{{n}}"]\n');
  expect(together).toEqual(alone);
  expect(together.cases.map(({ id }) => id)).toEqual(['a', 'b', 'c', expect.stringMatching(/^[\da-f]{12}$/u), 'e', 'f', 'g']);
  expect(together.cases.map(({ evaluators }) => evaluators.map(({ options }) => options['value']))).toEqual([['x', undefined], ['x', undefined], ['y', undefined], ['y', undefined], ['y'], ['6'], ['7']]);
  expect(together.cases.map(({ vars }) => Object.keys(vars ?? {}))).toEqual(rows.map(() => ['id', 'n']));
});

test('what a row needs, and what has to be said of it, depends on the evaluators that its variables make', async () => {
  const kinds = await read(['n', 'kind'], [['1', 'is_json'], ['2', 'is_json'], ['3', 'llm_judge'], ['4', 'is_json'], ['5', 'llm_judge']], 'prompts: ["{{n}}"]\nevaluators: [{ type: "{{kind}}" }]\n');
  expect(kinds.cases.map(({ evalCase }) => evalCase.vars?.['n'])).toEqual(['1', '2', '4']);
  expect(kinds.findings.map(({ message, location }) => [message, location?.line])).toEqual([['Line 4: missing expected_outcome', 4], ['Line 6: missing expected_outcome', 6]].map(([message, line]) => [expect.stringContaining(String(message).slice('Line 4: '.length)), line]));
  const rows = [1, 1, 0, 1, 0].map((weight, index) => JSON.stringify({ n: `${index}`, expected: 'x', entry: { type: 'is_json', weight } }));
  const weights = await readText('data.jsonl', rows.join('\n'), 'prompts: ["{{n}}"]\nevaluators: ["{{entry}}"]\n');
  expect(weights.cases.map(({ evalCase }) => evalCase.evaluators[0]?.weight)).toEqual([1, 1, 0, 1, 0]);
  expect(weights.findings.map(({ code, location }) => [code, location?.line])).toEqual([['no-weight', 3], ['no-weight', 5]]);
});
