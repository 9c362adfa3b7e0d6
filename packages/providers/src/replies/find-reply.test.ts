import { describe, expect, test } from 'vitest';
import { findReply } from './find-reply.js';

const reply = { text: 'Paris {"a', tool_calls: [{ tool: 'search', input: { text: '}' } }] };
const flat = JSON.stringify(reply);
const indented = JSON.stringify(reply, null, 2);

describe('a reply among other lines', () => {
  test.each([
    ['nothing else', flat, undefined],
    ['nothing else, indented, with blank lines around', `\n${indented}\n\n`, undefined],
    ['a log line before', `[INFO] starting {\n${flat}`, '[INFO] starting {'],
    ['a log line after', `${flat}\nbye\n`, 'bye'],
    ['log lines in JSON around an indented reply', `{"level":"info"}\n${indented}\r\n{"level":"debug"}\n`, '{"level":"info"}'],
    ['a first try', `{"text": "first"}\n${flat}`, '{"text": "first"}'],
    ['braces that never close', `{ "a": {\n{\n${flat}\n{"text": "cut`, '{ "a": {'],
    ['a line that only begins like one', `{"text": "x"} was said\n  ${flat}  `, '{"text": "x"} was said'],
  ])('with %s', (_name, output, other) => {
    expect(findReply(output)).toEqual({ value: reply, other });
  });

  test.each([
    ['plain text', 'It costs {5}'],
    ['an object without an answer', 'log\n{"city": "Paris"}'],
    ['an object within a line', `The reply is ${flat}`],
    ['an object that does not end', 'log\n{"text": "Par'],
    ['a fenced block of an answer', `Here you are:\n\`\`\`json\n${flat}\n\`\`\``],
    ['a part of something larger', 'log\n{"messages": [\n{"text": "inner"}\n]}'],
    ['a whole that is another object', '{"messages": [\n{"text": "inner"}\n]}'],
  ])('none in %s', (_name, output) => {
    expect(findReply(output)).toBeUndefined();
  });

  test.each([
    ['open braces', '{\n'.repeat(20_000)],
    ['open keys', '{"a":\n'.repeat(20_000)],
    ['braces that close around what is no JSON', `${'{"a":\n'.repeat(20_000)}x\n${'}\n'.repeat(20_000)}`],
    ['objects that are no replies', '{"level": "info"}\n'.repeat(20_000)],
  ])('with 20,000 lines of %s before it', (_name, log) => {
    expect(findReply(`${log}${indented}\nbye`)?.value).toEqual(reply);
  });

  test('a long log of open braces is given up in time', () => {
    const started = performance.now();
    expect(findReply('{"a":\n'.repeat(200_000))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
