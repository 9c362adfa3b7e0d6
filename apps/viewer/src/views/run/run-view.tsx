import { visibleText, type PageInfo } from '@assay/schema';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Notice, Problem } from '../../components/bar/notice.js';
import { AskedTables } from '../../components/table/asked-tables.js';
import { useMedia } from '../../components/use-media.js';
import { NONE } from '../../data/index/run-index.js';
import { compareHref, labelHref, trustHref } from '../../data/route/route.js';
import { changeParams } from '../../data/route/use-route.js';
import { isEmptyFilter, NO_FILTER, putFilter, type RunFilter } from '../../data/route/run-filter.js';
import { putLayout, type Panel, type RunLayout, type Sort } from '../../data/route/run-layout.js';
import type { WireSummary } from '../../data/row.js';
import type { PageSource } from '../../data/source/page-source.js';
import { ThresholdsOfRun, thresholdsOf } from '../../data/thresholds.js';
import { useRun } from '../../data/use-run.js';
import { useSearch } from '../../data/use-search.js';
import { useTable, type RunTable } from '../../data/use-table.js';
import { useKeys } from '../../keyboard/use-keys.js';
import { CaseView } from '../case/case-view.js';
import { FilterBar } from './filters/filter-bar.js';
import { MoreFilters } from './filters/more-filters.js';
import { PanelBar } from './panel-bar.js';
import { Charts } from './panels/charts.js';
import { JudgesPanel } from './panels/judges-panel.js';
import { hasLabels, LabelsPanel } from './panels/labels-panel.js';
import { Slices } from './panels/slices.js';
import { UsagePanel } from './panels/usage-panel.js';
import { RunGrid } from './run-grid.js';
import { RunHead } from './run-head.js';
import { runKeys } from './run-keys.js';
import { TrustLinks } from './trust-links.js';

interface Props {
  readonly source: PageSource;
  readonly info: PageInfo;
  readonly run: string;
  readonly params: URLSearchParams;
  readonly theme: string;
}

const onLayout = (change: Partial<RunLayout>): void => changeParams((params) => putLayout(params, change));

/** Rows before and after one in the table, a row for each line. */
function neighbours({ lines }: RunTable, row: number): { readonly before: number; readonly after: number; readonly line: number } {
  const width = Math.max(1, lines.columns.length);
  const firstOf = (line: number): number => {
    if (line < 0 || line >= lines.count) return NONE;
    return lines.cells.subarray(line * width, (line + 1) * width).find((position) => position !== NONE) ?? NONE;
  };
  for (let at = 0; at < lines.cells.length; at += 1) {
    for (let position = lines.cells[at] ?? NONE; position !== NONE; position = lines.next[position] ?? NONE) {
      if (position !== row) continue;
      const line = Math.floor(at / width);
      return { before: firstOf(line - 1), after: firstOf(line + 1), line };
    }
  }
  return { before: NONE, after: firstOf(0), line: -1 };
}

/** A run: its figures, its filters, its replies; beside them the one that is looked at. */
export function RunView({ source, info, run, params, theme }: Props) {
  const store = useRun(source, run);
  const { index } = store;
  const text = params.get('q') ?? '';
  const search = useSearch(source, run, text, { rows: index.rows, growing: store.state === 'loading' || store.state === 'gone' });
  const table = useTable(store, params, text === '' ? undefined : search.hits);
  const { filter, layout, filtered, lines, summary } = table;
  const thresholds = useMemo(() => thresholdsOf(store), [store.run]);
  const searchField = useRef<HTMLInputElement>(null);
  const [more, setMore] = useState(false);
  const isWide = useMedia('(min-width: 1080px)');
  const isNarrow = useMedia('(max-width: 640px)');
  const isOpen = layout.row !== undefined && layout.row < index.rows;

  const onFilter = (change: Partial<RunFilter>, typing = false): void => changeParams((to) => putFilter(to, { ...filter, ...change }), { instead: typing });
  const onPanel = (panel: Panel): void => onLayout({ panels: layout.panels.includes(panel) ? layout.panels.filter((one) => one !== panel) : [...layout.panels, panel] });
  const onOpen = (row: number): void => onLayout({ row });
  const onSort = (by: Sort['by']): void => onLayout({ sort: { by, down: layout.sort.by === by ? !layout.sort.down : by !== 'id' && by !== 'file' && by !== 'score' } });
  const canCompare = lines.columns.length > 1 || index.names.targets.length > 1;
  const goesOn = store.run?.state === 'running';
  const goTo = (href: string, can: boolean) => () => {
    if (can) location.assign(href);
  };
  useKeys({
    ...runKeys({
      filter,
      layout,
      metadata: index.names.metadata,
      searchField,
      onFilter,
      onLayout,
      onPanel,
      onMore: () => setMore(!more),
      onCompare: goTo(compareHref(run, run), canCompare),
      onTrust: goTo(trustHref(run), true),
      onLabel: goTo(labelHref(run), info.can.label && !goesOn),
    }),
    Escape: isOpen ? () => onLayout({ row: undefined }) : more ? () => setMore(false) : undefined,
  });

  if (store.state === 'failed' && index.rows === 0 && store.problem !== undefined) return <Problem problem={store.problem} view={run} runs={info.mode === 'server'} />;
  const around = isOpen && layout.row !== undefined ? neighbours(table, layout.row) : undefined;
  const summaryOfRun = (store.run?.summary ?? undefined) as unknown as WireSummary | undefined;
  const list = (
    <section class={`run-list${more ? ' more-open' : ''}`} aria-label="Run" hidden={isOpen && !isWide}>
      <RunHead store={store} summary={summary} />
      <AskedTables tables={store.run?.slices} of="run" />
      {store.problem !== undefined && store.state === 'failed' && <Problem problem={store.problem} />}
      <FilterBar index={index} filter={filter} counts={filtered.states} search={search} searchField={searchField} onFilter={onFilter} />
      <div class="bars">
        <MoreFilters filter={filter} layout={layout} metadata={index.names.metadata} open={more} onToggle={setMore} onFilter={onFilter} onLayout={onLayout} />
        <PanelBar open={layout.panels} without={hasLabels(summaryOfRun) ? [] : ['labels']} onToggle={onPanel} />
        {canCompare && (
          <a class="button quiet" href={compareHref(run, run)}>
            Compare targets
          </a>
        )}
        <TrustLinks source={source} info={info} run={run} ended={store.run !== undefined && !goesOn} />
        {!isEmptyFilter(filter) && (
          <button type="button" class="quiet" onClick={() => onFilter(NO_FILTER)}>
            No filter
          </button>
        )}
      </div>
      {(layout.by !== undefined || layout.panels.length > 0) && (
        <div class="panels">
          {layout.panels.includes('chart') && <Charts index={index} shown={filtered.shown} theme={theme} />}
          {layout.by !== undefined && <Slices index={index} shown={filtered.shown} by={layout.by} onFilter={onFilter} />}
          {layout.panels.includes('judges') && <JudgesPanel judges={store.judges} summary={summaryOfRun} index={index} complete={store.state === 'complete'} onOpen={onOpen} />}
          {layout.panels.includes('labels') && <LabelsPanel summary={summaryOfRun} />}
          {layout.panels.includes('usage') && <UsagePanel summary={summary} run={summaryOfRun} index={index} shown={filtered.shown} />}
        </div>
      )}
      {lines.count > 0 && (
        <RunGrid index={index} lines={lines} shown={filtered.shown} layout={layout} narrow={isNarrow} active={!isOpen} onOpen={onOpen} onSort={onSort} />
      )}
      {lines.count === 0 && <Empty unreadable={store.run?.unreadable} loading={store.state === 'loading'} rows={index.live} searching={search.searching} onClear={() => onFilter(NO_FILTER)} />}
    </section>
  );
  return (
    <div class={`run${isOpen && isWide ? ' split' : ''}`}>
      {isOpen && !isWide && <h1 class="unseen">{visibleText(run)}</h1>}
      <ThresholdsOfRun.Provider value={thresholds}>{list}</ThresholdsOfRun.Provider>
      {isOpen && layout.row !== undefined && (
        <CaseView
          source={source}
          info={info}
          store={store}
          row={layout.row}
          onRow={(row) => onLayout({ row })}
          before={around?.before ?? NONE}
          after={around?.after ?? NONE}
        />
      )}
    </div>
  );
}

function Empty({ unreadable, loading, rows, searching, onClear }: { readonly unreadable: string | undefined; readonly loading: boolean; readonly rows: number; readonly searching: boolean; readonly onClear: () => void }) {
  if (rows === 0 && unreadable !== undefined) return <Problem problem={{ message: unreadable }} />;
  if (rows === 0) return <Notice kind="wait">{loading ? 'Reading the run …' : 'This run has no replies.'}</Notice>;
  return (
    <Notice kind="hint">
      {searching ? 'Looking …' : 'No reply is as the filter asks.'}{' '}
      <button type="button" onClick={onClear}>
        No filter
      </button>
    </Notice>
  );
}
