import { type Message } from '@assay/schema';
import { expect, test } from 'vitest';
import { evaluateWith, makeCase, makeResponse } from '../../../test/evaluation-input.js';
import { findEvaluator } from '../../../test/installed.js';

const user = (content: string): Message => ({ role: 'user', content });
const said = (content: string): Message => ({ role: 'assistant', content, generated: true });
const OPEN: Message = { role: 'assistant', content: null };

async function seen(inputMessages: readonly Message[], replies: readonly string[]): Promise<unknown> {
  const js = findEvaluator('js');
  if (!js) throw new TypeError('no js');
  const code = '({ score: 1, explain: context.messages.map(({ role, content }) => `${role}: ${content}`).join(" | ") })';
  const response = makeResponse({ text: replies.join('\n\n'), messages: replies.map((content) => ({ role: 'assistant' as const, content })) });
  return (await evaluateWith(js, { value: code }, { evalCase: makeCase({ inputMessages }), response })).reasoning;
}

test.each<[string, readonly Message[], readonly string[], string]>([
  ['a question and its answer', [user('A?')], ['a'], 'user: A? | assistant: a'],
  ['turns that were generated before', [user('A?'), said('a'), user('B?')], ['a', 'b'], 'user: A? | assistant: a | user: B? | assistant: b'],
  ['turns that are still open', [user('A?'), OPEN, user('B?')], ['a', 'b'], 'user: A? | assistant: a | user: B? | assistant: b'],
  ['an open turn without a reply', [user('A?'), OPEN, OPEN], ['a'], 'user: A? | assistant: a | assistant: null'],
  ['an authored end', [user('A?'), { role: 'assistant', content: 'a' }], ['a'], 'user: A? | assistant: a'],
  ['an authored start of the reply', [user('A?'), { role: 'assistant', content: 'a' }], ['b'], 'user: A? | assistant: a | assistant: b'],
])('scripts see %s', async (_, input, replies, expected) => {
  expect(await seen(input, replies)).toBe(expected);
});
