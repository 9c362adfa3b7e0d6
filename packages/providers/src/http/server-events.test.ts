import { describe, expect, test } from 'vitest';
import { ReplyMeter } from '../reply-size/reply-meter.js';
import { ReplyTooLarge } from '../reply-size/reply-too-large.js';
import { serverEvents, type ServerEvent } from './server-events.js';

async function read(text: string, size = 1000, mostBytes = 1_000_000): Promise<ServerEvent[]> {
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
  async function* rest() {
    yield* pieces.slice(1);
  }
  const events: ServerEvent[] = [];
  for await (const event of serverEvents(pieces[0] ?? '', rest(), new ReplyMeter({ mostBytes, memory: undefined }))) events.push(event);
  return events;
}

const unnamed = (data: string): ServerEvent => ({ name: undefined, data });

describe.each([1, 3, 1000])('in pieces of %i letters', (size) => {
  test.each(['\n', '\r\n', '\r'])('events are read in their order, with %j as the end of a line', async (line) => {
    const text = ['data: {"a":"東京"}', '', 'event: x', 'data:{"b":1}', '', ''].join(line);
    expect(await read(text, size)).toEqual([unnamed('{"a":"東京"}'), { name: 'x', data: '{"b":1}' }]);
  });

  test('ids, comments and unknown fields are passed over', async () => {
    const text = ': hello\n\nid: 7\nretry: 5\nother: x\nevent\ndata: {"event:": ":"}\n\ndata: [DONE]\n\n';
    expect(await read(text, size)).toEqual([unnamed('{"event:": ":"}'), unnamed('[DONE]')]);
  });

  test('an event of several lines is one', async () => {
    expect(await read('data: {"a":\ndata: 1}\n\n', size)).toEqual([unnamed('{"a":\n1}')]);
  });

  test('the last event may lack its empty line', async () => {
    expect(await read('data: {"a":1}\n\ndata: {"b":2}', size)).toEqual([unnamed('{"a":1}'), unnamed('{"b":2}')]);
    expect(await read('data: {"a":1}\r\rdata: {"b":2}\r', size)).toEqual([unnamed('{"a":1}'), unnamed('{"b":2}')]);
    expect(await read('data: [DONE]', size)).toEqual([unnamed('[DONE]')]);
  });

  test('an event that is cut off is none', async () => {
    expect(await read('data: {"a":1}\n\ndata: {"b', size)).toEqual([unnamed('{"a":1}')]);
  });
});

test.each(['data: {}\n\ndata: xxxxx', 'data: {}\n\n: a comment', 'data: {}\n\ndata: x\ndata: x\n'])('what is no whole event is no longer than a reply may be: %j', async (text) => {
  const endless = text + text.slice(10).repeat(100);
  await expect(read(endless, 5, 500)).rejects.toThrow(ReplyTooLarge);
  expect(await read(`data: {}\n\n`.repeat(100), 5, 500)).toHaveLength(100);
});

test('an event of a great many pieces is read in a time that grows with its length', async () => {
  /** Of the processor: others on this machine do not count. In milliseconds. */
  const timeOf = async (letters: number): Promise<number> => {
    const start = process.cpuUsage();
    await read(`data: "${'x'.repeat(letters)}"\n\n`, 10, 1e9);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  await timeOf(10_000);
  let ratio = Infinity;
  for (let tries = 0; tries < 3 && ratio > 128; tries += 1) ratio = Math.min(ratio, (await timeOf(240_000)) / Math.max(1, await timeOf(10_000)));
  // Linear would be 24 times as long, quadratic 576 times.
  expect(ratio).toBeLessThan(128);
});
