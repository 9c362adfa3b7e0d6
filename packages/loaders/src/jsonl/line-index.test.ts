import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingsOf, projectFolder } from '../../test/project-folder.js';
import { LineIndex } from './line-index.js';
import { LineReader } from './line-reader.js';

async function lineAt(file: string, index: LineIndex, line: number): Promise<string | undefined> {
  const start = await index.read(line);
  if (!start || start.bytes.length === 0) return start && '';
  const reader = new LineReader(file, 'x.jsonl', undefined, start);
  await reader.fill();
  const text = reader.take();
  expect(reader.lineNumber).toBe(line);
  await reader.close();
  return text;
}

test('every line is found by its number, in any order and at once', async () => {
  const lines = Array.from({ length: 1500 }, (_, index) => `${index + 1} ${'é😀'.repeat((index * 7919) % 500)}`);
  lines[700] = 'y'.repeat(600_000);
  lines[1200] = 'z'.repeat(270_000);
  lines[10] = '';
  const folder = await projectFolder({ 'x.jsonl': `\u{FEFF}${lines.join('\n')}\n`, 'empty.jsonl': '' });
  const file = join(folder, 'x.jsonl');
  const index = new LineIndex(file, 'x.jsonl');
  const wanted = [900, 1, 1500, 2, 701, 702, 256, 257, 258, 513, 1, 1201, 1202, 11, 12];
  const found = await Promise.all(wanted.map((line) => lineAt(file, index, line)));
  expect(found).toEqual(wanted.map((line) => lines[line - 1]));
  expect(await Promise.all([1501, 99_999, 0, -1, 1.5, Number.NaN].map((line) => index.read(line)))).toEqual(Array(6).fill(undefined));
  await appendFile(file, 'more');
  expect(await lineAt(file, index, 1501)).toBe('more');
  expect(await new LineIndex(join(folder, 'empty.jsonl'), 'empty.jsonl').read(1)).toBeUndefined();
});

test('whatever the lines are, each is the one that a reader gives from the beginning', async () => {
  const long = fc.integer({ min: 65_500, max: 65_600 }).map((length) => 'x'.repeat(length));
  const anyLines = fc.array(fc.oneof({ weight: 20, arbitrary: fc.string({ unit: fc.constantFrom('a', 'é', ' '), maxLength: 3 }) }, { weight: 1, arbitrary: long }), { minLength: 1, maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(anyLines, fc.boolean(), async (lines, ended) => {
      const folder = await projectFolder({ 'x.jsonl': `${lines.join('\n')}${ended ? '\n' : ''}` });
      const index = new LineIndex(join(folder, 'x.jsonl'), 'x.jsonl');
      const found: (string | undefined)[] = [];
      for (let line = lines.length; line >= 1; line -= 1) found.unshift((await index.read(line))?.bytes.toString());
      const given = ended || lines.at(-1) !== '' ? lines : [...lines.slice(0, -1), undefined];
      expect(found).toEqual(given);
    }),
    { numRuns: 20 },
  );
});

test('a file that is gone is told as that', async () => {
  expect(await findingsOf(new LineIndex('/nowhere/x.jsonl', 'x.jsonl').read(1))).toMatchObject([{ severity: 'error', location: { file: 'x.jsonl' } }]);
});
