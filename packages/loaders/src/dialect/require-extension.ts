import { extname } from 'node:path';
import { UsageError } from '@assay/schema';

/** Files of spreadsheets, which can all be saved as tables. */
const SHEETS: ReadonlySet<string> = new Set(['.xlsx', '.xls', '.xlsm', '.xlsb', '.ods', '.numbers']);

function unsupported(shown: string, extension: string, supported: readonly string[]): UsageError {
  return new UsageError(`${shown}: unsupported file format ${extension === '' ? '(no extension)' : extension}; supported formats: ${supported.join(', ')}`, {
    hint: SHEETS.has(extension) ? 'save the table as CSV, in UTF-8' : 'rename the file if its content has one of these formats',
  });
}

/** @throws UsageError for a file name whose extension is not in the list. */
export function requireExtension(file: string, shown: string, supported: readonly string[]): void {
  const extension = extname(file).toLowerCase();
  if (!supported.includes(extension)) throw unsupported(shown, extension, supported);
}
