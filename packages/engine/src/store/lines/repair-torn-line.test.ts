import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeRow } from '@assay/schema';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { row } from '../../../test/samples.js';
import { repairTornLine } from './repair-torn-line.js';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-repair-'));
  file = join(directory, 'results.jsonl');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function repaired(content: string | Buffer): Promise<[string, string]> {
  await writeFile(file, content);
  const repair = await repairTornLine(file);
  return [repair, await readFile(file, 'utf8')];
}

describe('repairTornLine', () => {
  test.each([
    ['', 'intact', ''],
    ['{"a":1}\n', 'intact', '{"a":1}\n'],
    ['{"a":1}\n{"b":2}', 'completed', '{"a":1}\n{"b":2}\n'],
    ['{"a":1}\n{"b":', 'removed', '{"a":1}\n'],
    ['{"b":', 'removed', ''],
    ['{"a":1}\n12', 'removed', '{"a":1}\n'],
    ['{"a":1}\n\0\0\0\0', 'removed', '{"a":1}\n'],
  ])('%j is %s', async (content, repair, after) => {
    expect(await repaired(content)).toEqual([repair, after]);
  });

  test('a torn line longer than what is read at once goes as a whole', async () => {
    const torn = `{"text":"${'x'.repeat(300_000)}`;
    expect(await repaired(`{"a":1}\n${torn}`)).toEqual(['removed', '{"a":1}\n']);
    expect(await repaired(torn)).toEqual(['removed', '']);
  });

  test('a row cut at any byte never spoils those before it', async () => {
    const line = Buffer.from(`${JSON.stringify(encodeRow(row({ suite: 'žluťoučký 🐴' })))}\n`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: line.length }), async (cut) => {
        const [, after] = await repaired(Buffer.concat([line, line.subarray(0, cut)]));
        const whole = cut >= line.length - 1 ? 2 : 1;
        expect(after).toBe(line.toString('utf8').repeat(whole));
      }),
    );
  });

  test('a file that does not exist needs no repair', async () => {
    expect(await repairTornLine(join(directory, 'none.jsonl'))).toBe('intact');
  });
});
