import { describe, expect, test } from 'vitest';
import { geminiEvents } from './gemini-events.js';

async function read(text: string, size = 1000): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const events: unknown[] = [];
  for await (const event of geminiEvents(chunks())) events.push(event);
  return events;
}

describe.each([1, 3, 1000])('in chunks of %i bytes', (size) => {
  test('events are read in their order, with either end of line', async () => {
    expect(await read('data: {"a":"東京"}\r\n\r\ndata: {"b":1}\n\n', size)).toEqual([{ a: '東京' }, { b: 1 }]);
  });

  test('names, ids, comments and [DONE] are passed over', async () => {
    const text = ': hello\n\nevent: message\nid: 7\nretry: 5\ndata: {"event:": ":"}\n\ndata: [DONE]\n\ndata:[DONE]\n\n';
    expect(await read(text, size)).toEqual([{ 'event:': ':' }]);
  });

  test('an event of several lines is one value', async () => {
    expect(await read('data: {"a":\ndata: 1}\n\n', size)).toEqual([{ a: 1 }]);
  });
});

test('the last event may lack its empty line', async () => {
  expect(await read('data: {"a":1}\n\ndata: {"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
});

test('an event that is cut off is none', async () => {
  expect(await read('data: {"a":1}\n\ndata: {"b')).toEqual([{ a: 1 }]);
});

test('an event that is no JSON is an error', async () => {
  await expect(read('data: oops\n\ndata: {"a":1}\n\n')).rejects.toThrow(SyntaxError);
});
