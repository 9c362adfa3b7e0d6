import type { Message } from '@assay/schema';
import { expect, test } from 'vitest';
import { questionOf } from './question-of.js';

const user = (content: Message['content']): Message => ({ role: 'user', content });

test.each<readonly [what: string, input: readonly Message[], question: string | undefined]>([
  ['a text', [user('Why?')], 'Why?'],
  ['the last message of the user counts', [user('One?'), { role: 'assistant', content: 'Yes.' }, user('Two?')], 'Two?'],
  ['what the system says is no question', [{ role: 'system', content: 'Be kind' }], undefined],
  ['an empty message is none', [user('Why?'), user(' \n')], 'Why?'],
  ['lines become one', [user('a\n  b')], 'a b'],
  ['files go by their names', [user([{ type: 'text', value: 'See' }, { type: 'file', value: './a.py' }])], 'See [file: ./a.py]'],
  ['structured content is JSON', [user({ id: 7 })], '{"id":7}'],
  ['nothing', [], undefined],
])('%s', (_what, input, question) => {
  expect(questionOf({ input })).toBe(question);
});

test('a long question is cut', () => {
  expect(questionOf({ input: [user('x'.repeat(1000))] })).toBe(`${'x'.repeat(159)}…`);
});
