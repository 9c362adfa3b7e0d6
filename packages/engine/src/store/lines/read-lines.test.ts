import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLines } from './read-lines.js';

/** What is read at once. */
const CHUNK = 256 * 1024;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-lines-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function linesOf(content: string): Promise<readonly { text: string; number: number; start: number; complete: boolean }[]> {
  const file = join(directory, 'rows.jsonl');
  await writeFile(file, content);
  const lines = [];
  for await (const batch of readLines(file)) lines.push(...batch);
  return lines.map(({ bytes, ...line }) => ({ text: bytes.toString('utf8'), ...line }));
}

test.each([-3, -2, -1, 0, 1, 2])('a line that begins %i bytes from the end of a chunk is whole', async (offset) => {
  const first = 'a'.repeat(CHUNK + offset - 1);
  expect(await linesOf(`${first}\nbcd\ne\n`)).toEqual([
    { text: first, number: 1, start: 0, complete: true },
    { text: 'bcd', number: 2, start: CHUNK + offset, complete: true },
    { text: 'e', number: 3, start: CHUNK + offset + 4, complete: true },
  ]);
});

test('a last line without a line end is told, also one of a single byte after a full chunk', async () => {
  const first = 'a'.repeat(CHUNK - 1);
  expect(await linesOf(`${first}\n1`)).toEqual([
    { text: first, number: 1, start: 0, complete: true },
    { text: '1', number: 2, start: CHUNK, complete: false },
  ]);
});

test('a line longer than several chunks, with characters of several bytes at their ends', async () => {
  const long = 'é'.repeat(CHUNK * 2);
  expect(await linesOf(`x${long}\ny\n`)).toEqual([
    { text: `x${long}`, number: 1, start: 0, complete: true },
    { text: 'y', number: 2, start: CHUNK * 4 + 2, complete: true },
  ]);
});

test('a mark before the text is no part of the first line, which begins behind it', async () => {
  expect(await linesOf('\uFEFFab\n\uFEFFc\n')).toEqual([
    { text: 'ab', number: 1, start: 3, complete: true },
    { text: '\uFEFFc', number: 2, start: 6, complete: true },
  ]);
});
