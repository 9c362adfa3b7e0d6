import { join } from 'node:path';
import type { LocatedCase, Suite } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { parquetFile } from '../../test/parquet-file.js';
import { findingsOf, projectFolder } from '../../test/project-folder.js';
import { loadSuite } from '../load-suite.js';

const COLUMNS = { input: 'text', count: 'int', large: 'long', share: 'double', sure: 'bool', day: 'day', moment: 'moment', names: 'list' } as const;
const FILE = parquetFile(COLUMNS, [
  [
    ['Grüße', -3, 9_007_199_254_740_993n, 0.5, true, 19_723, 1_704_164_645_006, ['a', null, 'c']],
    ['two', null, 12, Number.NaN, false, null, null, []],
  ],
  [],
  [
    ['three', 7, null, null, null, 0, 0, null],
    ['two', null, 12, Number.NaN, false, null, null, []],
  ],
]);

async function suiteOf(content: Uint8Array): Promise<Suite> {
  return loadSuite(join(await projectFolder({ 'data.parquet': content, 'data.yaml': 'evaluators: [is_json]\n' }), 'data.parquet'));
}

async function casesOf(suite: Suite): Promise<readonly LocatedCase[]> {
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return cases;
}

test('rows of all row groups are cases, with values of every kind', async () => {
  const cases = await casesOf(await suiteOf(FILE));
  expect(cases.map(({ evalCase: { vars }, location }) => [location.line, vars])).toEqual([
    [1, { input: 'Grüße', count: -3, large: '9007199254740993', share: 0.5, sure: true, day: '2024-01-01', moment: '2024-01-02T03:04:05.006Z', names: ['a', null, 'c'] }],
    [2, { input: 'two', count: null, large: 12, share: 'NaN', sure: false, day: null, moment: null, names: [] }],
    [3, { input: 'three', count: 7, large: null, share: null, sure: null, day: '1970-01-01', moment: '1970-01-01T00:00:00.000Z', names: null }],
    [4, { input: 'two', count: null, large: 12, share: 'NaN', sure: false, day: null, moment: null, names: [] }],
  ]);
  expect(cases[3]?.evalCase.id).toBe(`${cases[1]?.evalCase.id}-2`);
});

test.each([['gzip', 2], ['brotli', 4]])('pages that are packed with %s are read', async (_, codec) => {
  const cases = await casesOf(await suiteOf(parquetFile({ input: 'text', expected: 'long' }, [[['Grüße '.repeat(50), 1n], ['two', 0n]], [['three', null]]], codec)));
  expect(cases.map(({ evalCase: { inputMessages, expectedMessages } }) => [inputMessages[0]?.content, expectedMessages[0]?.content])).toEqual([['Grüße '.repeat(50), '1'], ['two', '0'], ['three', undefined]]);
});

test('a row is had by its number, in any order', async () => {
  const suite = await suiteOf(FILE);
  const cases = await casesOf(suite);
  const wanted = [3, 0, 2, 1, 3];
  const found = await Promise.all(wanted.map((index) => suite.caseAt?.(index + 1, cases[index]?.evalCase.id)));
  expect(found).toEqual(wanted.map((index) => cases[index]));
  expect(await Promise.all([0, 5].map((line) => suite.caseAt?.(line)))).toEqual([undefined, undefined]);
});

describe('a file that cannot be read is an error of the file', () => {
  test.each([
    ['cut off', FILE.subarray(0, FILE.length - 20), 'the file cannot be read as Parquet: ', 'check that it is whole'],
    ['too short', FILE.subarray(0, 3), 'the file cannot be read as Parquet: ', 'check that it is whole'],
    ['empty', new Uint8Array(), 'the file cannot be read as Parquet: ', 'check that it is whole'],
    ['something else', Buffer.from('question,answer\nWhat,That\n'), 'the file cannot be read as Parquet: ', 'check that it is whole'],
    ['whole only at its end', Buffer.concat([Buffer.alloc(4), FILE.subarray(-Math.floor(FILE.length * 0.7))]), 'the file cannot be read as Parquet: ', 'check that it is whole'],
    ['packed, and damaged', parquetFile({ input: 'text' }, [[['a'.repeat(100)]]], 2).map((byte, index) => (index > 30 && index < 50 ? 255 : byte)), 'the file cannot be read as Parquet: a page cannot be unpacked', 'check that it is whole'],
    ['packed in another way', parquetFile({ input: 'text' }, [[['a']]], 7), 'the file cannot be read as Parquet: parquet unsupported compression codec: LZ4_RAW', 'write it with the compression snappy, gzip, zstd or brotli, or with none'],
  ])('%s', async (_, content, message, hint) => {
    const suite = await suiteOf(content);
    const wrong = { severity: 'error', code: 'invalid-parquet', message: expect.stringContaining(message), hint, location: { file: expect.stringContaining('data.parquet') } };
    expect(await findingsOf(casesOf(suite))).toMatchObject([wrong]);
    expect(await findingsOf(suite.caseAt?.(1) ?? Promise.resolve())).toMatchObject([wrong]);
  });
});
