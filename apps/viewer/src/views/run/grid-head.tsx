import type { Column } from '../../data/index/build-lines.js';
import type { RunIndex } from '../../data/index/run-index.js';
import type { Extra, Sort } from '../../data/route/run-layout.js';

const EXTRA_TITLES: Partial<Record<Extra, string>> = { latency: 'Time', cost: 'Cost', tokens: 'Tokens', judging: 'Judges', scores: 'Evaluators' };

/** Extras with a column of their own in a list. */
export const FIGURE_EXTRAS = ['latency', 'cost', 'tokens', 'judging', 'scores'] as const;

function columnTitle({ names }: RunIndex, { target, variant }: Column): string {
  const label = names.variants[variant] ?? '';
  return `${names.targets[target] ?? ''}${label === '' ? '' : ` · ${label}`}`;
}

interface Props {
  readonly index: RunIndex;
  readonly columns: readonly Column[];
  readonly extras: readonly Extra[];
  readonly sort: Sort;
  readonly onSort: (by: Sort['by']) => void;
}

function SortButton({ by, title, sort, onSort }: { readonly by: Sort['by']; readonly title: string } & Pick<Props, 'sort' | 'onSort'>) {
  const isSorted = sort.by === by;
  return (
    <button type="button" class="sort" tabIndex={-1} onClick={() => onSort(by)}>
      {title}
      <span aria-hidden="true">{isSorted ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
    </button>
  );
}

const ariaSort = (sort: Sort, by: Sort['by']): 'ascending' | 'descending' | 'none' => (sort.by !== by ? 'none' : sort.down ? 'descending' : 'ascending');

/** The head of the table. */
export function GridHead({ index, columns, extras, sort, onSort }: Props) {
  const sorting = { sort, onSort };
  const figures = FIGURE_EXTRAS.filter((extra) => extras.includes(extra));
  return (
    <div role="row" class="grid-row grid-head" aria-rowindex={1}>
      <div role="columnheader" class="cell" aria-sort={ariaSort(sort, 'id')}>
        <SortButton by="id" title="Case" {...sorting} />
      </div>
      {columns.length > 0 ? (
        columns.map((column) => (
          <div key={`${column.target}/${column.variant}`} role="columnheader" class="cell">
            {columnTitle(index, column)}
          </div>
        ))
      ) : (
        <>
          <div role="columnheader" class="cell" aria-sort={ariaSort(sort, 'score')}>
            <SortButton by="score" title="Score and reply" {...sorting} />
          </div>
          {figures.map((extra) => (
            <div key={extra} role="columnheader" class={`cell figure-cell ${extra}`} aria-sort={extra === 'latency' || extra === 'cost' ? ariaSort(sort, extra) : undefined}>
              {extra === 'latency' || extra === 'cost' ? <SortButton by={extra} title={EXTRA_TITLES[extra] ?? ''} {...sorting} /> : EXTRA_TITLES[extra]}
            </div>
          ))}
        </>
      )}
    </div>
  );
}
