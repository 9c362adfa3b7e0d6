import { expect, test } from 'vitest';
import { read, readBoth, SIDECARS } from '../../../test/rows-of-tables.js';

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
