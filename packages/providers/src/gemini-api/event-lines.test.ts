import { expect, test } from 'vitest';
import { eventLines } from './event-lines.js';

async function kept(text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: Uint8Array[] = [];
  for await (const part of eventLines(chunks())) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

test.each([1, 3, 1000])('data stays as it is, in chunks of %i bytes too', async (size) => {
  const text = 'data: {"a":"東京"}\r\n\r\ndata: {"b":1}\n\n';
  expect(await kept(text, size)).toBe(text);
});

test.each([1, 3, 1000])('names, ids, comments and [DONE] are passed over, in chunks of %i bytes too', async (size) => {
  const text = ': hello\n\nevent: message\nid: 7\nretry: 5\ndata: {"event:": ":"}\n\ndata: [DONE]\n\ndata:[DONE]\n\n';
  expect(await kept(text, size)).toBe('\ndata: {"event:": ":"}\n\n\n\n');
});

test('an event that is cut off stays cut off', async () => {
  expect(await kept('data: {"a":1}\n\ndata: {"b', 4)).toBe('data: {"a":1}\n\ndata: {"b');
});
