import type { PageTable } from '@assay/schema';
import { ToldTable } from './told-table.js';

interface Props {
  readonly tables: readonly PageTable[] | undefined;
  /** What they are of. */
  readonly of: 'run' | 'comparison';
}

/** What a report was asked to sum up by keys, a table for each. */
export function AskedTables({ tables = [], of }: Props) {
  if (tables.length === 0) return null;
  return (
    <div class="asked" tabIndex={0} role="group" aria-label="Results by keys">
      {tables.map((table, at) => (
        <ToldTable key={at} table={table} name={table.title} />
      ))}
      <p class="hint small">Of the whole {of}, whatever is chosen.</p>
    </div>
  );
}
