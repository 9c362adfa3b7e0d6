import { defineLoader } from '@assay/schema';
import { sessionOf } from '../dialect/load-session.js';
import { detectTable, TABLE_FILES } from './detect-table.js';

/** Tables: CSV, TSV, Parquet, and JSON with rows of any shape, with an optional sidecar. */
export const tableLoader = defineLoader({
  name: 'table',
  extensions: [...TABLE_FILES, '.json', '.jsonl'],
  streamed: TABLE_FILES,
  takesPrompts: true,
  description: 'Tables: CSV, TSV, Parquet or rows of JSON, each row a case whose columns are variables.',
  detect: detectTable,
  async load(source, options) {
    const session = sessionOf(source, source.file, options);
    const { loadTable } = await import('./load-table.js');
    return loadTable(source, session, options.onInvalid ?? 'throw');
  },
});
