import { InvalidFileError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import type { ParquetWriteOptions } from 'hyparquet-writer';
import { bytesOf, casesOf, INPUT, valuesOf } from '../../test/parquet-cases.js';

describe('pages', () => {
  const data = Array.from({ length: 3000 }, (_, index) => `category ${index % 3}`);

  test.each<[string, Partial<ParquetWriteOptions>]>([
    ['many row groups', { rowGroupSize: 7 }],
  ])('%s', async (_, options) => {
    expect(await valuesOf(bytesOf({ columnData: [{ name: 'input', data }], ...options }), 'input')).toEqual(data);
  });
});

test('wherever it is cut off, it is an error of the file', async () => {
  const whole = bytesOf({ columnData: [INPUT, { name: 'n', data: [1, 2, 3, null], type: 'INT32', nullable: true }] });
  for (let length = 0; length < whole.length; length += 5) {
    const error: unknown = await casesOf(whole.subarray(0, length)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidFileError);
    expect((error as InvalidFileError).diagnostics).toMatchObject([{ code: 'invalid-parquet', hint: 'check that it is whole' }]);
  }
});
