import { extname } from 'node:path';
import type { SuiteSource } from '@assay/schema';
import { DelimitedRows } from './delimited-rows.js';
import { DocumentRows } from './document-rows.js';
import { LineRows } from './line-rows.js';
import { ParquetRows } from './parquet-rows.js';
import type { RowSource } from './row-source.js';

/** The rows of a table, from the first on. */
export function rowsOf(source: SuiteSource, delimiter: string | undefined): RowSource {
  const { file, shown } = source;
  if (source.format === 'documents') {
    const [document] = source.documents;
    if (document) return new DocumentRows(document, Array.isArray(document.value) ? document.value : []);
  }
  if (source.format === 'lines') return new LineRows(file, shown);
  return extname(file).toLowerCase() === '.parquet' ? new ParquetRows(file, shown) : new DelimitedRows({ file, shown, delimiter });
}
