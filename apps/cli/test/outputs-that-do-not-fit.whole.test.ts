import { describe, expect, test } from 'vitest';
import { BOTH, score, streamed, testRefusedOutputs } from './support/projects/stored-outputs.js';

describe('outputs that cannot be used: exit 2 with file and line, and nothing is scored', () => {
  testRefusedOutputs([
    ['no object', `${BOTH}[1]`, 3, 'a row must be an object'],
    ['no reply', `${BOTH}{"id": "three"}`, 3, 'a row needs text, output_messages or tool_calls'],
    ['an id of another type', '{"id": true, "text": "a"}', 1, 'id must be a text or a number, not true'],
    ['messages that are no list', '{"id": "one", "output_messages": "a"}', 1, 'output_messages must be a list of messages, not "a"'],
    ['a message that is none', '{"id": "one", "output_messages": ["a"]}', 1, 'output_messages[0] must be a message'],
    ['an unknown role', '{"id": "one", "output_messages": [{"role": "bot", "content": "a"}]}', 1, 'output_messages[0] has the unknown role "bot"'],
    ['tool calls that are no list', '{"id": "one", "text": "a", "tool_calls": {}}', 1, 'tool_calls must be a list'],
    ['a tool call without a name', '{"id": "one", "text": "a", "tool_calls": [{"input": {}}]}', 1, 'tool_calls[0] is a tool call without a name'],
    ['token usage that is a number', '{"id": "one", "text": "a", "token_usage": 3}', 1, 'token_usage must be an object with input'],
    ['a duration as text', '{"id": "one", "text": "a", "duration_ms": "12 s"}', 1, 'duration_ms must be a number >= 0'],
    ['a confidence above 1', '{"id": "one", "text": "a", "confidence": 70}', 1, 'confidence must be a number from 0 to 1'],
    ['a repeat of 0', '{"id": "one", "text": "a", "repeat": 0}', 1, 'repeat must be a whole number >= 1'],
    ['several turns', '{"id": "one", "turn": 1, "text": "a"}', 1, 'outputs hold one reply for a case'],
    ['a key that stands twice further in', '{"id": "one", "output_messages": [{"content": "b", "content": "a"}]}', '1:52', 'the key "content" stands here a second time'],
    ['nothing but empty lines', '\n \r\n', 1, 'there is no reply in this file'],
  ]);

  test('everything that is wrong is listed, up to a bound', async () => {
    const { stderr } = await score('{"id": "one"}\n{"id": 1, "text": "a", "cost_usd": "x", "duration_ms": -1}\n');
    expect(stderr.match(/out\.jsonl:\d+:1: error:/gu)).toEqual(['out.jsonl:1:1: error:', 'out.jsonl:2:1: error:', 'out.jsonl:2:1: error:']);
    const many = await score('nonsense\n'.repeat(5000));
    expect(many.stderr).toContain('there are 4980 more errors in out.jsonl');
    expect(many.stderr.length).toBeLessThan(5000);
  });
});

describe.each([
  ['a file that is read whole', {}],
  ['a dataset that is streamed', streamed],
])('outputs and cases that do not fit each other, in %s', (_which, options) => {
  test('of another suite counts too', async () => {
    const { stderr } = await score(`${BOTH}{"id": "one", "suite": "elsewhere", "text": "a"}\n`, options);
    expect(stderr).toContain('1 output is not used, since no case has the id: "one" of suite "elsewhere" (line 3)');
  });

  test('cases that were not chosen lack nothing, and their outputs are known', async () => {
    const { exitCode, stderr } = await score('{"id": "one", "text": "a"}\n', { ...options, args: ['--id', 'one'] });
    expect(stderr).not.toContain('warning');
    expect(exitCode).toBe(0);
    expect((await score(BOTH, { ...options, args: ['--id', 'one'] })).stderr).not.toContain('warning');
  });

  test('outputs of repeats that nobody asked for', async () => {
    const outputs = `${BOTH}{"id": "one", "repeat": 2, "text": "a"}\n{"id": "two", "repeat": 3, "text": "a"}\n`;
    const { stderr } = await score(outputs, options);
    expect(stderr).toContain('out.jsonl:3:1: warning: 2 outputs of repeats above 1 are not used');
    expect(stderr).toContain('--repeat 3');
    expect((await score(outputs, { ...options, args: ['--repeat', '3'] })).stderr).not.toContain('warning');
  });
});

test('a limit stops reading a dataset: what stands behind it is unknown', async () => {
  expect((await score(BOTH, { ...streamed, args: ['--limit', '1'] })).stderr).not.toContain('warning');
  expect((await score(BOTH, { args: ['--limit', '1'] })).stderr).not.toContain('warning');
});

const AUTHORED = `title: ends authored
---
- id: one
  messages: [{user: hi}, {assistant: an authored a}]
  should: [$contains: authored]
- id: two
  messages: [{user: hi}]
  should: [$contains: a]
`;

test('a conversation that ends in an authored answer: its output is not used, which is said', async () => {
  const { exitCode, stderr } = await score(BOTH, { suite: AUTHORED, file: 'b.yml' });
  expect(stderr).toContain('warning: the output of 1 case is not used, since its conversation ends in an authored answer, which is what is scored: "one"');
  expect(exitCode).toBe(0);
  expect((await score('{"id": "two", "text": "a"}\n', { suite: AUTHORED, file: 'b.yml' })).stderr).not.toContain('warning');
});
