import type { Message, Suite } from '@assay/schema';
import { sampleCase } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { withOneReply } from './with-one-reply.js';

/** Messages in short: `u` asks, `o` is an open turn, `a` an authored one, `t` an authored call of a tool. */
const MESSAGES: Readonly<Record<string, Message>> = {
  u: { role: 'user', content: 'So?' },
  o: { role: 'assistant', content: null },
  a: { role: 'assistant', content: 'Yes.' },
  t: { role: 'assistant', content: null, toolCalls: [{ tool: 'search', input: {} }] },
};

async function closed(short: string): Promise<string> {
  const inputMessages = [...short].flatMap((letter) => MESSAGES[letter] ?? []);
  const suite: Suite = {
    name: 's',
    path: 'suite.yaml',
    dialect: 'blueprint',
    file: '/s.yml',
    description: '',
    execution: {},
    targets: [],
    size: 1,
    async *cases() {
      yield { evalCase: sampleCase({ inputMessages }), location: { file: 's.yml', line: 1, column: 1 } };
    },
  };
  const found: string[] = [];
  for await (const { evalCase } of withOneReply(suite).cases()) {
    for (const message of evalCase.inputMessages) found.push(Object.keys(MESSAGES).find((letter) => MESSAGES[letter] === message) ?? '?');
  }
  return found.join('');
}

test.each([
  ['u', 'u'],
  ['uau', 'uau'],
  ['ua', 'ua'],
  ['uououou', 'uuuu'],
  ['uouo', 'uuo'],
  ['uououa', 'uuoua'],
  ['utuou', 'utuu'],
])('a reply that exists already answers the open turns of a conversation together: %s is read as %s', async (written, read) => {
  expect(await closed(written)).toBe(read);
});
