import { useMemo } from 'preact/hooks';
import { buildLines, type Lines } from './index/build-lines.js';
import { filterRows, type FilteredRows } from './index/filter-rows.js';
import { summarizeRows, type RowsSummary } from './summing/summarize-rows.js';
import type { RunStore } from './run-store.js';
import { filterAddress, parseFilter, type RunFilter } from './route/run-filter.js';
import { parseLayout, type RunLayout } from './route/run-layout.js';

export interface RunTable {
  readonly filter: RunFilter;
  readonly layout: RunLayout;
  readonly filtered: FilteredRows;
  readonly lines: Lines;
  /** Of the rows that are shown. */
  readonly summary: RowsSummary;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What an address says is shown of a run. Each step is done again only when what it depends on has changed. */
export function useTable(store: RunStore, params: URLSearchParams, hits: Uint8Array | undefined): RunTable {
  const { index, version } = store;
  const filterText = filterAddress(parseFilter(params));
  const filter = useMemo(() => parseFilter(params), [filterText]);
  const layout = parseLayout(params);
  const filtered = useMemo(() => filterRows(index, filter, hits), [index, version, filter, hits]);
  const lines = useMemo(
    () => buildLines(index, filtered, layout),
    [index, filtered, layout.layout, layout.sort.by, layout.sort.down],
  );
  // All rows are come back to again and again: what they come to is worked out once.
  const ofAll = useMemo(() => once(() => summarizeRows(index)), [index, version]);
  const summary = useMemo(() => (filterText === '' && hits === undefined ? ofAll() : summarizeRows(index, filtered.shown)), [ofAll, filtered]);
  return { filter, layout, filtered, lines, summary };
}
