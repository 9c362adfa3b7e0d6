import { expect, test } from 'vitest';
import { MOST_CODES } from './job-format.js';
import { JobReader } from './job-reader.js';
import { JobWriter, type WrittenJob } from './job-writer.js';

const LIMITS = { deadlineMs: 1000, memoryBytes: 64 };

function job(id: number, code: string, globals: WrittenJob['globals'] = { text: 'hello' }, alone = false): WrittenJob {
  return { id, alone, code, globals, ...LIMITS };
}

/** What the thread reads of jobs that are written to it in some messages. */
function carried(messages: readonly (readonly WrittenJob[])[]) {
  const writer = new JobWriter();
  const reader = new JobReader();
  return messages.map((jobs) => {
    for (const each of jobs) writer.add(each);
    return reader.read(writer.take());
  });
}

const flat = (messages: ReturnType<typeof carried>) =>
  messages.flat().map(({ id, alone, code, surroundings: { text, extras } }) => [id, alone, code, text, ...extras]);

test('jobs arrive as they were written, in as many messages as it takes', () => {
  const context = { topic: 'banks' };
  const toolCalls = [{ tool: 'search', input: {} }];
  const messages = carried([
    [job(1, 'a'), job(2, 'b'), job(3, 'a', { text: 'other', context, toolCalls, args: 'x' })],
    [job(4, 'b', { text: 'other' }), job(5, '', {}), job(6, 'c', {}, true)],
    [],
    [job(7, 'a', { text: 'hello', toolCalls: [] })],
  ]);
  expect(messages.map(({ length }) => length)).toEqual([3, 3, 0, 1]);
  expect(flat(messages)).toEqual([
    [1, false, 'a', 'hello', undefined, undefined, undefined],
    [2, false, 'b', 'hello', undefined, undefined, undefined],
    [3, false, 'a', 'other', '{"topic":"banks"}', '[{"tool":"search","input":{}}]', '"x"'],
    [4, false, 'b', 'other', undefined, undefined, undefined],
    [5, false, '', '', undefined, undefined, undefined],
    [6, true, 'c', '', undefined, undefined, undefined],
    [7, false, 'a', 'hello', undefined, undefined, undefined],
  ]);
});

test('jobs that look at the same things are one group, others are not', () => {
  const [[a, b, c, d] = []] = carried([[job(1, 'a'), job(2, 'b'), { ...job(3, 'c'), deadlineMs: 5 }, job(4, 'd', { text: 'hello', args: 1 })]]);
  expect(a?.surroundings).toBe(b?.surroundings);
  expect(c?.surroundings).not.toBe(b?.surroundings);
  expect([c?.surroundings.deadlineMs, d?.surroundings.deadlineMs, d?.surroundings.extras]).toEqual([5, 1000, [undefined, undefined, '1']]);
});

test('a code and a text cross once', () => {
  const writer = new JobWriter();
  const sizes = [1, 2, 3].map((id) => {
    writer.add(job(id, 'x'.repeat(500), { text: 'y'.repeat(500) }));
    return JSON.stringify(writer.take()).length;
  });
  expect(sizes.map((size) => size > 500)).toEqual([true, false, false]);
});

test('both sides forget codes at the same time, however many there are', () => {
  const codes = Array.from({ length: 2 * MOST_CODES + 7 }, (_, index) => `code ${index}`);
  const jobs = [...codes, ...codes.slice(-20), ...codes.slice(0, 20)].map((code, index) => job(index + 1, code));
  expect(carried([jobs.slice(0, 900), jobs.slice(900)]).flat().map(({ code }) => code)).toEqual(jobs.map(({ code }) => code));
});
