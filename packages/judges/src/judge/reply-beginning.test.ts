import { expect, test } from 'vitest';
import { replyBeginning } from './reply-beginning.js';

test('a reply of up to 1,000 characters is kept as it is, control characters and all', () => {
  const reply = `\u001B[31m${'x'.repeat(990)}\n`;
  expect(replyBeginning(reply)).toBe(reply);
  expect(replyBeginning('')).toBe('');
});

test('a longer one is cut between characters, with a mark', () => {
  expect(replyBeginning('x'.repeat(1001))).toBe(`${'x'.repeat(1000)}…`);
  expect(replyBeginning('👍'.repeat(1000))).toBe('👍'.repeat(1000));
  expect(replyBeginning('👍'.repeat(5000))).toBe(`${'👍'.repeat(1000)}…`);
});
