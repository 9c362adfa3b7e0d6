import { visibleText } from '@assay/schema';
import type { Column } from '../../data/index/build-lines.js';
import type { ExtraColumn } from '../../data/columns/extra-columns.js';
import type { RunIndex } from '../../data/index/run-index.js';
import type { Extra, Sort } from '../../data/route/run-layout.js';

const EXTRA_TITLES: Partial<Record<Extra, string>> = { latency: 'Time', cost: 'Cost', tokens: 'Tokens', attempts: 'Requests', judging: 'Judges', scores: 'Evaluators', tags: 'Tags' };

function columnTitle({ names }: RunIndex, { target, variant }: Column): string {
  const label = names.variants[variant] ?? '';
  return visibleText(`${names.targets[target] ?? ''}${label === '' ? '' : ` · ${label}`}`);
}

/** Words begin at the left, figures end at the right. */
export const cellKind = (column: ExtraColumn): string => (column.kind === 'metadata' || column.extra === 'tags' ? 'words' : column.extra === 'scores' ? 'scores' : '');

interface Props {
  readonly index: RunIndex;
  readonly columns: readonly Column[];
  /** Those behind the reply, in a list. */
  readonly extras: readonly ExtraColumn[];
  readonly sort: Sort;
  readonly onSort: (by: Sort['by']) => void;
}

function SortButton({ by, title, sort, onSort }: { readonly by: Sort['by']; readonly title: string } & Pick<Props, 'sort' | 'onSort'>) {
  const isSorted = sort.by === by;
  return (
    <button type="button" class="sort" tabIndex={-1} onClick={() => onSort(by)}>
      {title}
      {isSorted && <span aria-hidden="true">{sort.down ? '↓' : '↑'}</span>}
    </button>
  );
}

const ariaSort = (sort: Sort, by: Sort['by']): 'ascending' | 'descending' | 'none' => (sort.by !== by ? 'none' : sort.down ? 'descending' : 'ascending');

function ExtraHead({ column, sort, onSort }: { readonly column: ExtraColumn } & Pick<Props, 'sort' | 'onSort'>) {
  if (column.kind === 'metadata') {
    return (
      <div role="columnheader" class="cell figure-cell words">
        {visibleText(column.key)}
      </div>
    );
  }
  const { extra } = column;
  const title = EXTRA_TITLES[extra] ?? '';
  const isSortable = extra === 'latency' || extra === 'cost';
  return (
    <div role="columnheader" class={`cell figure-cell ${cellKind(column)}`} aria-sort={isSortable ? ariaSort(sort, extra) : undefined}>
      {isSortable ? <SortButton by={extra} title={title} sort={sort} onSort={onSort} /> : title}
    </div>
  );
}

/** The head of the table. */
export function GridHead({ index, columns, extras, sort, onSort }: Props) {
  const sorting = { sort, onSort };
  return (
    <div role="row" class="grid-row grid-head" aria-rowindex={1}>
      <div role="columnheader" class="cell" aria-sort={ariaSort(sort, 'id')}>
        <SortButton by="id" title="Case" {...sorting} />
      </div>
      {columns.length > 0 ? (
        columns.map((column) => (
          <div key={`${column.target}/${column.variant}`} role="columnheader" class="cell" title={columnTitle(index, column)}>
            <span class="column-name">{columnTitle(index, column)}</span>
          </div>
        ))
      ) : (
        <>
          <div role="columnheader" class="cell" aria-sort={ariaSort(sort, 'score')}>
            <SortButton by="score" title="Score and reply" {...sorting} />
          </div>
          {extras.map((column) => (
            <ExtraHead key={column.kind === 'figure' ? column.extra : `meta ${column.key}`} column={column} {...sorting} />
          ))}
        </>
      )}
    </div>
  );
}
