import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LineWriter } from '../../store/lines/line-writer.js';
import { repairTornLine } from '../../store/lines/repair-torn-line.js';
import { storeFailure } from '../../store/store-failure.js';

/**
 * Opens a file of lines to write more, after a last one that is whole, and makes its folder where there is none.
 * @param file absolute.
 * @throws StoreError when it cannot be written.
 */
export async function openLines(file: string, options: { readonly fsync: boolean }): Promise<LineWriter> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await repairTornLine(file);
  } catch (error) {
    throw storeFailure('write', file, error);
  }
  return LineWriter.open(file, options);
}
