import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { boundedLines } from './bounded-lines.js';

async function linesOf(content: string, most = 1_000_000): Promise<readonly (string | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-lines-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'rows.jsonl');
  await writeFile(file, content);
  const lines: (string | undefined)[] = [];
  for await (const { text, number } of boundedLines(file, most)) {
    lines.push(text);
    expect(number).toBe(lines.length);
  }
  return lines;
}

test.each([
  ['', []],
  ['a', ['a']],
  ['a\r\n\nb\n', ['a', '', 'b']],
  [`${'é'.repeat(100_000)}\nb`, ['é'.repeat(100_000), 'b']],
  ...[-1, 0, 1].map((more): [string, string[]] => [`${'a'.repeat(65_536 + more)}\nb\n`, ['a'.repeat(65_536 + more), 'b']]),
])('the lines of a file (%#)', async (content, lines) => {
  expect(await linesOf(content)).toEqual(lines);
});

test('a line that is too long is the last one', async () => {
  expect(await linesOf('ab\nabcd\nabc', 4)).toEqual(['ab', 'abcd', 'abc']);
  expect(await linesOf('ab\nabcde\nabc', 4)).toEqual(['ab', undefined]);
  expect(await linesOf('x'.repeat(300_000), 100_000)).toEqual([undefined]);
});
