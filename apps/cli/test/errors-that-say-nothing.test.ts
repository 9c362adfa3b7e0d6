import { describe, expect, test } from 'vitest';
import { askedTarget, HELLO } from './support/projects/asked-target.js';
import { events, runAgainst } from './support/projects/odd-server.js';

const PROVIDERS = [
  ['openai-compatible', HELLO.chat, ''],
  ['anthropic', HELLO.anthropic, ''],
  ['google', HELLO.google, ''],
  ['huggingface', HELLO.huggingface, ', task_type: text-generation'],
] as const;

describe.each(PROVIDERS)('beside a whole answer of %s', (provider, hello, options) => {
  test.each([null, {}, [], '', false, 0, { message: '', code: null }, { code: 0, message: ' ', details: [] }])('an error of %j is none', async (error) => {
    const { row, exitCode } = await askedTarget({ provider, options, answer: { ...hello, error } });
    expect(row).toMatchObject({ score: 1, verdict: 'pass' });
    expect(exitCode).toBe(0);
  });

  test.each<[unknown, string]>([
    [{ message: 'boom' }, 'boom'],
    ['boom', 'boom'],
    [['boom'], 'boom'],
    [true, 'true'],
    [{ code: 502 }, '502'],
  ])('one of %j is told, and leaves it unscored', async (error, said) => {
    const { row, exitCode } = await askedTarget({ provider, options, answer: { ...hello, error } });
    expect(row).toMatchObject({ score: null, verdict: null, error: { message: expect.stringMatching(new RegExp(`the API reported: .*${said}`, 'u')) } });
    expect(exitCode).toBe(3);
  });
});

test('an error that says nothing is none in a stream either, nor in a choice', async () => {
  const delta = { index: 0, delta: { content: 'hello' }, error: {} };
  const answer = events({ choices: [delta], error: {} }, { choices: [{ index: 0, delta: {}, finish_reason: 'stop', error: { code: 0 } }], error: { message: '' } });
  expect((await runAgainst(answer, ', stream: true')).row).toMatchObject({ score: 1, verdict: 'pass' });
});

test('without an answer there is none, and an error without a word is why', async () => {
  const { row } = await askedTarget({ provider: 'openai-compatible', answer: { error: {} } });
  expect(row).toMatchObject({ score: null, error: { message: expect.stringContaining('the API reported') } });
});
