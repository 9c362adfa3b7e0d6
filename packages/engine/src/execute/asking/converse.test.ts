import type { GenerateRequest, Message } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { provider, reply } from '../../../test/samples.js';
import { converse } from './converse.js';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string | null): Message => ({ role: 'assistant', content });

/** A target that numbers its replies and remembers what it was asked. */
function numbering() {
  const asked: (readonly Message[])[] = [];
  const generate = async ({ messages }: GenerateRequest) => {
    asked.push(messages);
    return reply(`turn ${asked.length}`, { latencyMs: 10, costUsd: 0.5, usage: { inputTokens: 1, outputTokens: 2 } });
  };
  return { asked, target: provider(generate) };
}

const request = { signal: new AbortController().signal };

describe('converse', () => {
  test('a conversation that ends with the user is answered once', async () => {
    const { asked, target } = numbering();
    const result = await converse(target, [user('hi')], request);
    expect(asked).toEqual([[user('hi')]]);
    expect(result).toMatchObject({ response: { text: 'turn 1' }, input: [user('hi')], asked: true });
    expect(result.transcript).toBeUndefined();
  });

  test('each open assistant turn is generated with all turns before it, then the last one implicitly', async () => {
    const { asked, target } = numbering();
    const authored = [user('one'), assistant(null), user('two'), assistant(null), user('three')];
    const { response, transcript, input } = await converse(target, authored, request);
    const generated = (text: string): Message => ({ role: 'assistant', content: text, generated: true });
    expect(asked.map((messages) => messages.map(({ content }) => content))).toEqual([
      ['one'],
      ['one', 'turn 1', 'two'],
      ['one', 'turn 1', 'two', 'turn 2', 'three'],
    ]);
    expect(input).toEqual([user('one'), generated('turn 1'), user('two'), generated('turn 2'), user('three')]);
    expect(transcript).toEqual([...input, generated('turn 3')]);
    expect(response).toMatchObject({
      text: 'turn 1\n\nturn 2\n\nturn 3',
      latencyMs: 30,
      costUsd: 1.5,
      usage: { inputTokens: 3, outputTokens: 6 },
    });
  });

  test('the files that were said so far are told apart from the texts, each once and without guidelines', async () => {
    const file = (name: string, more: object = {}) => ({ type: 'file' as const, value: name, path: `/p/${name}`, ...more });
    const [text, image] = [file('a b.py', { text: 'x = 1' }), file('c.png', { mediaType: 'image/png' })];
    const guide = file('g.instructions.md', { text: 'Be brief.', guideline: true });
    const later = file('later.txt', { text: 'late' });
    const seen: GenerateRequest['files'][] = [];
    const target = provider(async ({ files }) => {
      seen.push(files);
      return reply('ok');
    });
    await converse(
      target,
      [{ role: 'user', content: [guide, text, image, text] }, assistant(null), { role: 'user', content: [later] }],
      request,
    );
    expect(seen).toEqual([
      [text, image],
      [text, image, later],
    ]);
    await converse(target, [user('none')], request);
    expect(seen[2]).toBeUndefined();
  });

  test('an open turn at the end is generated once, not twice', async () => {
    const { asked, target } = numbering();
    const { response, input, transcript } = await converse(target, [user('hi'), assistant(null)], request);
    expect(asked).toEqual([[user('hi')]]);
    expect(response?.text).toBe('turn 1');
    expect(input).toEqual([user('hi')]);
    expect(transcript).toBeUndefined();
  });

  test('a conversation that ends in an authored assistant text is not generated: that text is the subject', async () => {
    const { asked, target } = numbering();
    const authored = [user('hi'), assistant('Done. TOOL_CALL'), assistant('ok\nTOOL_CALL {"name": "add", "arguments": {"a": 1}}')];
    const { response, asked: wasAsked } = await converse(target, authored, request);
    expect(asked).toEqual([]);
    expect(wasAsked).toBe(false);
    expect(response).toMatchObject({ text: authored[2]?.content, latencyMs: NaN, toolCalls: [{ tool: 'add', input: { a: 1 } }] });
    expect(response?.costUsd).toBeUndefined();
  });

  test('with generated turns before an authored end, the generated ones are the subject', async () => {
    const { target } = numbering();
    const { response, transcript } = await converse(target, [user('a'), assistant(null), user('b'), assistant('bye')], request);
    expect(response?.text).toBe('turn 1');
    expect(transcript?.map(({ content }) => content)).toEqual(['a', 'turn 1', 'b', 'bye']);
  });

  test('authored tool calls without text are no open turn', async () => {
    const { asked, target } = numbering();
    const calls: Message = { role: 'assistant', content: null, toolCalls: [{ tool: 'search' }] };
    await converse(target, [user('a'), calls, { role: 'tool', content: 'found' }], request);
    expect(asked).toEqual([[user('a'), calls, { role: 'tool', content: 'found' }]]);
  });

  test('a turn that fails ends the conversation; what was spent before stays known', async () => {
    const failing = provider(async ({ messages }) => {
      if (messages.length > 1) throw new Error('gone');
      return reply('turn 1', { costUsd: 2 });
    });
    const result = await converse(failing, [user('a'), assistant(null), user('b')], request);
    expect(result.failure?.error).toEqual(new Error('gone'));
    expect(result.response?.costUsd).toBe(2);
    expect(result.transcript?.map(({ content }) => content)).toEqual(['a', 'turn 1', 'b']);
  });
});
