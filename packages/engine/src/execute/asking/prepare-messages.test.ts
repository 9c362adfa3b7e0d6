import type { FilePart, Message } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { prepareMessages, withSystem } from './prepare-messages.js';

const guideline: FilePart = { type: 'file', value: 'python.instructions.md', path: '/p/python.instructions.md', text: 'Use types.', guideline: true };
const code: FilePart = { type: 'file', value: './code.py', path: '/p/code.py', text: 'x = 1' };
const image: FilePart = { type: 'file', value: './cat.png', path: '/p/cat.png', mediaType: 'image/png' };
const block = '<guidelines>\n=== python.instructions.md ===\nUse types.\n</guidelines>';

describe('prepareMessages', () => {
  test('a guideline is prepended to the prompt, wrapped in a guidelines block', () => {
    const messages: Message[] = [
      { role: 'system', content: 'You review code.' },
      { role: 'user', content: [{ type: 'text', value: 'Review this:' }, guideline, code] },
    ];
    expect(prepareMessages(messages)).toEqual({
      guidelines: '=== python.instructions.md ===\nUse types.',
      messages: [
        { role: 'system', content: 'You review code.' },
        { role: 'user', content: `${block}\n\nReview this:\n\n<file path="./code.py">\nx = 1\n</file>` },
      ],
    });
  });

  test('guidelines of any message stand once, before the first user message', () => {
    const messages: Message[] = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: [guideline, { type: 'text', value: 'Second' }] },
    ];
    expect(prepareMessages(messages).messages.map(({ content }) => content)).toEqual([`${block}\n\nFirst`, 'Yes?', 'Second']);
  });

  test('a message that held nothing but a guideline is the block, or goes', () => {
    expect(prepareMessages([{ role: 'user', content: [guideline] }]).messages).toEqual([{ role: 'user', content: block }]);
    const messages: Message[] = [{ role: 'system', content: [guideline] }, { role: 'user', content: 'Hi' }];
    expect(prepareMessages(messages).messages).toEqual([{ role: 'user', content: `${block}\n\nHi` }]);
  });

  test('attachments stay in their places between the texts', () => {
    const messages: Message[] = [{ role: 'user', content: [{ type: 'text', value: 'See' }, code, image, guideline, { type: 'text', value: 'ok?' }] }];
    expect(prepareMessages(messages).messages[0]?.content).toEqual([
      { type: 'text', value: block },
      { type: 'text', value: 'See\n\n<file path="./code.py">\nx = 1\n</file>' },
      image,
      { type: 'text', value: 'ok?' },
    ]);
  });

  test('an attachment that matches a guideline pattern is not dropped: it has no text to prepend', () => {
    const content = [{ ...image, guideline: true }];
    expect(prepareMessages([{ role: 'user', content }]).messages).toEqual([{ role: 'user', content }]);
  });

  test('structured content is sent as JSON, and turns to generate stay open', () => {
    const messages: Message[] = [{ role: 'user', content: { a: 1 } }, { role: 'assistant', content: null }];
    expect(prepareMessages(messages).messages).toEqual([
      { role: 'user', content: '{\n  "a": 1\n}' },
      { role: 'assistant', content: null },
    ]);
  });
});

describe('withSystem', () => {
  test("takes the place of the case's own system prompt, or comes first", () => {
    const user: Message = { role: 'user', content: 'Hi' };
    expect(withSystem([{ role: 'system', content: 'old' }, user], 'new')).toEqual([{ role: 'system', content: 'new' }, user]);
    expect(withSystem([user], 'new')).toEqual([{ role: 'system', content: 'new' }, user]);
    expect(withSystem([user], undefined)).toEqual([user]);
  });
});
