import { gzipSync } from 'node:zlib';
import type { ColumnSource, ParquetWriteOptions } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { bytesOf, casesOf, INPUT, valuesOf } from '../../test/parquet-cases.js';
import { findingsOf } from '../../test/project-folder.js';

type Schema = NonNullable<ParquetWriteOptions['schema']>;

/** A file with a column of texts and one more, whose kind is said. */
function withColumn(data: readonly unknown[], elements: Schema): Uint8Array {
  const [first] = elements;
  const schema: Schema = [{ name: 'root', num_children: 2 }, { name: 'input', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' }, ...elements];
  return bytesOf({ columnData: [INPUT, { name: first?.name ?? '', data: data as ColumnSource['data'] }], schema, codec: 'UNCOMPRESSED' });
}

const optional = { repetition_type: 'OPTIONAL' } as const;
const list = (name: string, element: Schema[number]): Schema => [{ name, num_children: 1, converted_type: 'LIST', ...optional }, { name: 'list', num_children: 1, repetition_type: 'REPEATED' }, element];

describe('values are read without losing anything of them', () => {
  test.each<[what: string, values: readonly unknown[], schema: Schema, expected: readonly unknown[]]>([
    ['decimals in 64 bits', [1.25, -0.01, 1_234_567.89, null], [{ name: 'x', type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18, ...optional }], [1.25, -0.01, 1_234_567.89, null]],
    ['decimals in 32 bits without a point', [7, -7, 0, null], [{ name: 'x', type: 'INT32', converted_type: 'DECIMAL', scale: 0, precision: 9, ...optional }], [7, -7, 0, null]],
    ['decimals in bytes', [0.5, -0.001, 123_456_789.125, null], [{ name: 'x', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', scale: 3, precision: 38, ...optional }], [0.5, -0.001, 123_456_789.125, null]],
    ['whole numbers beyond those that are exact', [9_007_199_254_740_993n, -9_223_372_036_854_775_808n, 9_007_199_254_740_991n, null], [{ name: 'x', type: 'INT64', ...optional }], ['9007199254740993', '-9223372036854775808', 9_007_199_254_740_991, null]],
    ['times in microseconds', [0n, 1_700_000_000_123_456n, -1n, null], [{ name: 'x', type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' }, ...optional }], ['1970-01-01T00:00:00.000Z', '2023-11-14T22:13:20.123456Z', '1969-12-31T23:59:59.999999Z', null]],
    ['times in nanoseconds', [1_700_000_000_123_456_789n, 5_000_000n, null, null], [{ name: 'x', type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' }, ...optional }], ['2023-11-14T22:13:20.123456789Z', '1970-01-01T00:00:00.005Z', null, null]],
    ['bytes of which nothing is said: texts, where they are', [new TextEncoder().encode('Grüße'), new Uint8Array([0, 255]), new Uint8Array(), null], [{ name: 'x', type: 'BYTE_ARRAY', ...optional }], ['Grüße', 'AP8=', '', null]],
    ['lists', [['x', null], [], null, ['y']], list('x', { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional }), [['x', null], [], null, ['y']]],
    ['structs with lists in them', [{ a: 1, b: ['x'] }, { a: null, b: [] }, { a: 3, b: null }, null], [{ name: 'x', num_children: 2, ...optional }, { name: 'a', type: 'INT32', ...optional }, ...list('b', { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional })], [{ a: 1, b: ['x'] }, { a: null, b: [] }, { a: 3, b: null }, null]],
    ['decimals in lists', [[1.25, null], [], null, [-0.01]], list('x', { name: 'element', type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18, ...optional }), [[1.25, null], [], null, [-0.01]]],
    ['dates, which have no time', [new Date('2024-02-29'), new Date('1900-01-01'), new Date(0), null], [{ name: 'x', type: 'INT32', converted_type: 'DATE', ...optional }], ['2024-02-29', '1900-01-01', '1970-01-01', null]],
    ['maps', [{ a: 9_007_199_254_740_993n }, {}, null, { b: null }], [{ name: 'x', num_children: 1, converted_type: 'MAP', ...optional }, { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' }, { name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' }, { name: 'value', type: 'INT64', ...optional }], [{ a: '9007199254740993' }, {}, null, { b: null }]],
    ['whole numbers without a sign', [18_446_744_073_709_551_615n, 1n, null, 2n], [{ name: 'x', type: 'INT64', converted_type: 'UINT_64', ...optional }], ['18446744073709551615', 1, null, 2]],
    ['numbers of 32 bits', [0.1, -3.4e38, 16_777_217, null], [{ name: 'x', type: 'FLOAT', ...optional }], [0.1, -3.4e38, 16_777_216, null]],
    ['numbers of 32 bits in lists', [[0.3, 1e-45], [], null, [1 / 3]], list('x', { name: 'element', type: 'FLOAT', ...optional }), [[0.3, 1e-45], [], null, [0.333_333_34]]],
    ['times of a day in milliseconds', [0, 86_399_999, 3_723_004, null], [{ name: 'x', type: 'INT32', converted_type: 'TIME_MILLIS', ...optional }], ['00:00:00.000', '23:59:59.999', '01:02:03.004', null]],
    ['times of a day in microseconds', [1n, 43_200_000_000n, 1_500n, null], [{ name: 'x', type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC: true, unit: 'MICROS' }, ...optional }], ['00:00:00.000001', '12:00:00.000', '00:00:00.001500', null]],
    ['nothing at all', [null, null, null, null], [{ name: 'x', type: 'DOUBLE', ...optional }], [null, null, null, null]],
  ])('%s', async (_, values, schema, expected) => {
    expect(await valuesOf(withColumn(values, schema), 'x')).toEqual(expected);
  });

  test('a decimal that a number would round is a text', async () => {
    const file = withColumn([1, 2, 3, 4], [{ name: 'x', type: 'INT64', converted_type: 'DECIMAL', scale: 0, precision: 18, ...optional }]);
    // The writer takes numbers only: the digits are put into the file.
    const at = file.findIndex((byte, index) => byte === 1 && [2, 3, 4].every((next, step) => file[index + 8 * (step + 1)] === next));
    new DataView(file.buffer).setBigInt64(at, 9_007_199_254_740_993n, true);
    expect(at > 0 ? await valuesOf(file, 'x') : []).toEqual(['9007199254740993', 2, 3, 4]);
  });

  test.each<[what: string, values: readonly unknown[], of: (element: Schema[number]) => Schema, expected: readonly unknown[]]>([
    ['a list', [[1], [2], [3], [4]], (element) => list('x', element), [['9007199254740993'], [2], [3], [4]]],
    ['a struct', [{ d: 1 }, { d: 2 }, { d: 3 }, { d: 4 }], (element) => [{ name: 'x', num_children: 1, ...optional }, { ...element, name: 'd' }], [{ d: '9007199254740993' }, { d: 2 }, { d: 3 }, { d: 4 }]],
    ['a map', [{ k: 1 }, { k: 2 }, { k: 3 }, { k: 4 }], (element) => [{ name: 'x', num_children: 1, converted_type: 'MAP', ...optional }, { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' }, { name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' }, { ...element, name: 'value' }], [{ k: '9007199254740993' }, { k: 2 }, { k: 3 }, { k: 4 }]],
  ])('a decimal that a number would round is a text in %s too', async (_, values, of, expected) => {
    const file = withColumn(values, of({ name: 'element', type: 'INT64', converted_type: 'DECIMAL', scale: 0, precision: 18, ...optional }));
    const at = file.findIndex((byte, index) => byte === 1 && [2, 3, 4].every((next, step) => file[index + 8 * (step + 1)] === next));
    new DataView(file.buffer).setBigInt64(at, 9_007_199_254_740_993n, true);
    expect(at > 0 ? await valuesOf(file, 'x') : []).toEqual(expected);
  });

  test('JSON is what it says, with large numbers', async () => {
    const file = bytesOf({ columnData: [INPUT, { name: 'x', data: [{ a: [1, { b: null }] }, [2], 'text', null], type: 'JSON', nullable: true }] });
    expect(await valuesOf(file, 'x')).toEqual([{ a: [1, { b: null }] }, [2], 'text', null]);
  });
});

/** Nine rows `question` and one `question two`, whose pages the program `zstd` has packed. */
const ZSTD = Buffer.from(
  'UEFSMRUEFTgVQEwVBBUAAAAotS/9AGi9AACICAAAAHF1ZXN0aW9uDCB0d28BADfKFxUGFQoVHFwVFBUAFRQVEBUAFQAAACi1L/0AaCkAAAESAAMBFQQZLEgEcm9vdBUCABUMJQAYBWlucHV0JQAAFhQZHBkcJggcFQwZJQAQGRgFaW5wdXQVDBYUFoYBFqABJmImCAAAFoYBFhQ2oAEAKAloeXBhcnF1ZXQZHBwAAABcAAAAUEFSMQ==',
  'base64',
);

describe('pages', () => {
  const data = Array.from({ length: 3000 }, (_, index) => `category ${index % 3}`);

  test.each<[string, Partial<ParquetWriteOptions>]>([
    ['with a dictionary, as they are', { codec: 'UNCOMPRESSED' }],
    ['with a dictionary, snappy', { codec: 'SNAPPY' }],
    ['with a dictionary, gzip', { codec: 'GZIP', compressors: { GZIP: (page) => gzipSync(page) } }],
    ['many small ones', { pageSize: 500 }],
  ])('%s', async (_, options) => {
    expect(await valuesOf(bytesOf({ columnData: [{ name: 'input', data }], ...options }), 'input')).toEqual(data);
  });
});

describe('pages that are packed with zstd', () => {
  test('are read', async () => {
    expect(await valuesOf(ZSTD, 'input')).toEqual([...Array<string>(9).fill('question'), 'question two']);
  });

  test('are an error when they are damaged', async () => {
    const damaged = Buffer.from(ZSTD);
    damaged.writeUInt32LE(0, damaged.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])));
    expect(await findingsOf(casesOf(damaged))).toMatchObject([{ code: 'invalid-parquet', message: expect.stringContaining('the file cannot be read as Parquet: a page cannot be unpacked: '), hint: 'check that it is whole' }]);
  });
});

describe('what would be lost is an error', () => {
  const wrong = (message: string) => [{ severity: 'error', code: 'invalid-parquet', message: `the file cannot be read as Parquet: ${message}`, hint: expect.any(String), location: { line: 1 } }];

  test.each<[what: string, columns: readonly ColumnSource[], message: string]>([
    ['two columns of one name', [INPUT, INPUT], 'two columns are named "input"'],
    ['a column without a name', [INPUT, { ...INPUT, name: ' ' }], 'column 2 has no name'],
    ['a name that no object keeps', [INPUT, { ...INPUT, name: '__proto__' }], 'a column must not be named "__proto__"'],
  ])('%s', async (_, columnData, message) => {
    expect(await findingsOf(casesOf(bytesOf({ columnData: [...columnData] })))).toMatchObject(wrong(message));
  });

  test('names in structs', async () => {
    const leaf = { name: 'a', type: 'INT32', ...optional } as const;
    expect(await findingsOf(casesOf(withColumn([null, null, null, null], [{ name: 'x', num_children: 2, ...optional }, leaf, leaf])))).toMatchObject(wrong('two columns are named "a" in "x"'));
  });

  test('kinds that the library does not read', async () => {
    const interval = withColumn([1, 2, 3, 4].map(() => new Uint8Array(12)), [{ name: 'x', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'INTERVAL', repetition_type: 'REQUIRED' }]);
    expect(await findingsOf(casesOf(interval))).toMatchObject(wrong('parquet interval not supported'));
  });
});

describe('a value that cannot be read is an error of its row and column', () => {
  test.each<[what: string, values: readonly unknown[], schema: Schema, message: string]>([
    ['a time that no calendar has', [1n, 9_223_372_036_854_775_807n, 2n, null], [{ name: 'x', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...optional }], 'Row 2: column "x": the time 9223372036854775807 is out of range'],
    ['a text that is none', [new Uint8Array([97]), new Uint8Array([255, 254]), null, null], [{ name: 'x', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional }], 'Row 2: column "x": the text is not in UTF-8'],
  ])('%s', async (_, values, schema, message) => {
    expect(await findingsOf(casesOf(withColumn(values, schema)))).toMatchObject([{ severity: 'error', code: 'invalid-value', message, location: { line: 2 } }]);
  });

  test('JSON that is none', async () => {
    const file = Buffer.from(bytesOf({ columnData: [INPUT, { name: 'x', data: [1, { wrong: 1 }, 2, 3], type: 'JSON' }], codec: 'UNCOMPRESSED', statistics: false }));
    file.write('[', file.indexOf('{"wrong"'));
    const message = 'Row 2: column "x": the text is no JSON, which the file says that it is';
    expect(await findingsOf(casesOf(file))).toMatchObject([{ severity: 'error', code: 'invalid-value', message, location: { line: 2 } }]);
  });
});
