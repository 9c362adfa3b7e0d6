import { join } from 'node:path';
import type { LocatedCase } from '@assay/schema';
import { parquetWriteBuffer, type ColumnSource, type ParquetWriteOptions } from 'hyparquet-writer';
import { loadSuite } from '../src/load-suite.js';
import { projectFolder } from './project-folder.js';

export const INPUT: ColumnSource = { name: 'input', data: ['a', 'b', 'c', 'd'] };

export function bytesOf(options: Omit<ParquetWriteOptions, 'writer'>): Uint8Array {
  return new Uint8Array(parquetWriteBuffer(options));
}

export async function casesOf(content: Uint8Array): Promise<readonly LocatedCase[]> {
  const suite = await loadSuite(join(await projectFolder({ 'data.parquet': content, 'data.yaml': 'evaluators: [is_json]\n' }), 'data.parquet'));
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return cases;
}

export async function valuesOf(content: Uint8Array, column: string): Promise<unknown> {
  return (await casesOf(content)).map(({ evalCase: { vars } }) => vars?.[column]);
}
