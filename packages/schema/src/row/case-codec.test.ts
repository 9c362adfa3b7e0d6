import { expect, test } from 'vitest';
import { sampleCase } from '../testing/samples/sample-case.js';
import { encodeCase } from './case-codec.js';

test('a case is printed with the field names of files, options beside the names of evaluators', () => {
  const evalCase = sampleCase({
    conversationId: 'c1',
    tags: ['a'],
    context: { some_key: { otherKey: 1 } },
    expectedMessages: [
      { role: 'assistant', toolCalls: [{ tool: 'search', input: { max_results: 1, maxResults: 2 } }], content: 'x' },
    ],
    evaluators: [
      { name: 'e', type: 'tool_trajectory', weight: 3, options: { mode: 'in_order', minimums: { knowledgeSearch: 3 } } },
    ],
  });
  expect(encodeCase(evalCase)).toStrictEqual({
    id: 'capital-of-france',
    conversation_id: 'c1',
    expected_outcome: 'Names Paris',
    input_messages: [{ role: 'user', content: 'What is the capital of France?' }],
    expected_messages: [
      { role: 'assistant', content: 'x', tool_calls: [{ tool: 'search', input: { max_results: 1, maxResults: 2 } }] },
    ],
    evaluators: [
      { name: 'e', type: 'tool_trajectory', weight: 3, mode: 'in_order', minimums: { knowledgeSearch: 3 } },
    ],
    execution: {},
    weight: 1,
    tags: ['a'],
    context: { some_key: { otherKey: 1 } },
  });
});

test('a case that is always asked anew says so as files do', () => {
  expect(encodeCase(sampleCase({ execution: { target: 'bot', noCache: true } }))['execution']).toEqual({ target: 'bot', cache: false });
  expect(encodeCase(sampleCase({ execution: { noCache: false } }))['execution']).toEqual({});
});

test('variables keep their names, and prompts are printed by theirs', () => {
  const inputMessages = [{ role: 'user', content: 'Hi', toolCalls: [{ tool: 'a' }] }] as const;
  const encoded = encodeCase(sampleCase({ vars: { camelCase: { a_b: 1 } }, prompts: [{ name: 'short', inputMessages }] }));
  expect(encoded).toMatchObject({
    vars: { camelCase: { a_b: 1 } },
    prompts: [{ name: 'short', input_messages: [{ role: 'user', content: 'Hi', tool_calls: [{ tool: 'a' }] }] }],
  });
});

test('options cannot take the place of the name, type or weight, which come first', () => {
  const evalCase = sampleCase({
    evaluators: [{ name: 'real', type: 'contains', weight: 1, options: { value: 'x', weight: 9, name: 'other' } }],
  });
  expect(JSON.stringify(encodeCase(evalCase)['evaluators'])).toBe(
    '[{"name":"real","type":"contains","weight":1,"value":"x"}]',
  );
});

test('equal cases give equal text', () => {
  const { id, ...rest } = sampleCase();
  expect(JSON.stringify(encodeCase({ ...rest, id }))).toBe(JSON.stringify(encodeCase(sampleCase())));
});

test('a list of data as the right answer is said in short, so that it reads back as one', () => {
  const answer = [1, { a: 'b' }];
  const { expected_output: short, expected_messages: long } = encodeCase(sampleCase({ expectedMessages: [{ role: 'assistant', content: answer }] }));
  expect([short, long]).toEqual([answer, undefined]);
  const parts = [{ type: 'text' as const, value: 'x' }];
  expect(encodeCase(sampleCase({ expectedMessages: [{ role: 'assistant', content: parts }] }))['expected_messages']).toEqual([{ role: 'assistant', content: parts }]);
});
