import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import { Spool } from './spool.js';

function folder(): string {
  const at = mkdtempSync(join(tmpdir(), 'assay-spool-'));
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  return at;
}

async function spool(...lines: readonly string[]): Promise<Spool> {
  const opened = await Spool.open(folder());
  onTestFinished(() => opened.close());
  for (const line of lines) await opened.append(line);
  return opened;
}

async function read(from: Spool): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of from) lines.push(line);
  return lines;
}

test.each<[string, readonly string[]]>([
  ['none', []],
  ['one', ['a']],
  ['longer than a piece, with letters of several bytes that the pieces cut', ['ä', '€'.repeat(300_000), '😀'.repeat(70_000), '', 'x']],
  ['of many pieces', Array.from({ length: 60_000 }, (_, number) => `line ${number}`)],
])('lines are read as they were written, as often as they are gone through: %s', async (_, lines) => {
  const written = await spool(...lines);
  for (let time = 0; time < 2; time += 1) expect(await read(written)).toEqual(lines);
  expect(written.count).toBe(lines.length);
  expect(written.bytes).toBe(Buffer.byteLength(lines.join('')));
});

test('lines that come after a reading are there in the next', async () => {
  const written = await spool('a');
  expect(await read(written)).toEqual(['a']);
  await written.append('b');
  expect(await read(written)).toEqual(['a', 'b']);
});

test.skipIf(process.platform === 'win32')('nobody finds the file', async () => {
  const at = folder();
  const opened = await Spool.open(join(at, 'batches'));
  onTestFinished(() => opened.close());
  await opened.append('x'.repeat(1_000_000));
  expect(readdirSync(join(at, 'batches'))).toEqual([]);
});

test('where none can be made it is told', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  await expect(Spool.open(file)).rejects.toThrow(StoreError);
});
