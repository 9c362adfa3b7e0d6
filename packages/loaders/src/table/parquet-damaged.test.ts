import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer, type ColumnSource, type ParquetWriteOptions } from 'hyparquet-writer';
import { expect, onTestFinished, test } from 'vitest';
import { parquetFile } from '../../test/parquet-file.js';
import { projectFolder } from '../../test/project-folder.js';

/** Of so many changes one is made. No multiple of the number of masks, so that all of them come to pass. */
const STEP = process.env['ASSAY_SAMPLES'] === 'all' ? 1 : 61;
/** For all changes together: what never ends is meant, not what is slow. */
const DEADLINE_MS = process.env['ASSAY_SAMPLES'] === 'all' ? 900_000 : 120_000;

const INPUT: ColumnSource = { name: 'input', data: ['a', 'b', 'c', 'd', 'e', 'f'] };
const optional = { repetition_type: 'OPTIONAL' } as const;

function bytesOf(columns: readonly ColumnSource[], options: Partial<ParquetWriteOptions> = {}): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData: [INPUT, ...columns], codec: 'UNCOMPRESSED', ...options }));
}

function nested(): Uint8Array {
  const data = [{ a: 1, b: ['x'] }, { a: null, b: [] }, { a: 3, b: null }, null, { a: 5, b: ['y', null, 'z'] }, null];
  return bytesOf([{ name: 'x', data }], {
    schema: [
      { name: 'root', num_children: 2 },
      { name: 'input', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'x', num_children: 2, ...optional },
      { name: 'a', type: 'INT32', ...optional },
      { name: 'b', num_children: 1, converted_type: 'LIST', ...optional },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional },
    ],
  });
}

const few = Array.from({ length: 60 }, (_, index) => `category ${index % 3}`);
const FILES: Readonly<Record<string, Uint8Array>> = {
  plain: bytesOf([{ name: 'n', data: [1, 2, 3, 4, 5, 6], type: 'INT32' }, { name: 's', data: [0.5, 1, 1.5, 2, 2.5, 3], type: 'DOUBLE' }]),
  nulls: bytesOf([{ name: 'n', data: [1n, null, 3n, null, null, 6n], type: 'INT64', nullable: true }]),
  booleans: bytesOf([{ name: 'b', data: [true, false, null, true, true, false], type: 'BOOLEAN', nullable: true }]),
  dictionary: new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'input', data: few, encoding: 'RLE_DICTIONARY' }], codec: 'UNCOMPRESSED' })),
  snappy: new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'input', data: few, encoding: 'PLAIN' }], codec: 'SNAPPY' })),
  gzip: bytesOf([{ name: 'x', data: ['aaaaaaaa', 'aaaaaaaa', null, 'b', 'b', 'c'], nullable: true }], { codec: 'GZIP', compressors: { GZIP: (page) => gzipSync(page) } }),
  differences: bytesOf([{ name: 'n', data: [1, 2, 4, 8, 16, 32], type: 'INT32', encoding: 'DELTA_BINARY_PACKED' }, { name: 't', data: ['ab', 'abc', 'abd', 'b', 'ba', 'c'], encoding: 'DELTA_BYTE_ARRAY' }, { name: 'l', data: [1n, 2n, 4n, 8n, 1n, 0n], type: 'INT64', encoding: 'DELTA_BINARY_PACKED' }]),
  split: bytesOf([{ name: 's', data: [0.5, 1, 1.5, 2, 2.5, 3], type: 'FLOAT', encoding: 'BYTE_STREAM_SPLIT' }]),
  groups: bytesOf([{ name: 'n', data: [1, 2, 3, null, 5, 6], type: 'INT32', nullable: true }], { rowGroupSize: 2 }),
  nested: nested(),
  'older pages': parquetFile({ input: 'text', names: 'list', sure: 'bool' }, [[['one', ['a', null], true], ['two', [], null]], [['three', null, false]]]),
};

/** Ends with the JSON that was printed, or with how the process ended otherwise, and at which change. */
async function readDamaged(folder: string, names: readonly string[]): Promise<unknown> {
  const script = fileURLToPath(new URL('../../test/read-damaged.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=256', script, folder, String(STEP), ...names.map((name) => join(folder, name))], { stdio: ['ignore', 'pipe', 'pipe'], timeout: DEADLINE_MS, killSignal: 'SIGKILL' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code, signal] = await new Promise<readonly [number | null, string | null]>((done) => child.once('close', (...end) => done(end)));
  return code === 0 ? JSON.parse(stdout) : { code, signal, at: await readFile(join(folder, 'now.txt'), 'utf8').catch(() => ''), stderr };
}

test('whichever byte is changed, all rows are read or the file is refused, in bounded memory and time', async () => {
  const folder = await projectFolder({ ...FILES, 'data.yaml': 'evaluators: [is_json]\n' });
  const found = await readDamaged(folder, Object.keys(FILES));
  expect(found).toEqual({ read: expect.any(Number), refused: expect.any(Number), others: [], megabytes: expect.any(Number) });
  const { read, refused, megabytes } = found as { readonly read: number; readonly refused: number; readonly megabytes: number };
  expect(Math.min(read, refused)).toBeGreaterThan(50);
  expect(megabytes).toBeLessThan(1024);
}, DEADLINE_MS + 30_000);
