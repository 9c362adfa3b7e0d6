import type { ExtraColumn } from '../../data/columns/extra-columns.js';
import type { Lines } from '../../data/index/build-lines.js';
import { NONE, type RunIndex } from '../../data/index/run-index.js';
import type { RunLayout } from '../../data/route/run-layout.js';
import { CaseCell } from './case-cell.js';
import { FigureCell } from './figure-cell.js';
import { cellKind } from './grid-head.js';
import { ReplyCell } from './reply-cell.js';

interface Props {
  readonly index: RunIndex;
  readonly lines: Lines;
  /** 1 for rows that pass the filter; the others stand paler. */
  readonly shown: Uint8Array;
  readonly layout: RunLayout;
  readonly narrow: boolean;
  readonly figures: readonly ExtraColumn[];
  /** Which line of the table it is. */
  readonly line: number;
  /** Pixels from the top of the table. */
  readonly start: number;
  /** First row of the line, which its head opens. */
  readonly first: number;
  /** First rows of its cells, or {@link NONE}. */
  readonly cells: readonly number[];
  /** The column under the cursor; undefined where the cursor is in another line. */
  readonly cursor: number | undefined;
  readonly onOpen: (position: number) => void;
}

/** The name by which the table says where its cursor is. */
export function cellId(line: number, column: number): string {
  return `cell-${line}-${column}`;
}

/** Whether one of the repeats in a cell passes the filter. */
function isShown(first: number, next: Lines['next'], shown: Uint8Array): boolean {
  for (let position = first; position !== NONE; position = next[position] ?? NONE) if (shown[position] === 1) return true;
  return false;
}

/** A case with the replies to it. */
export function GridLine({ index, lines, shown, layout, narrow, figures, line, start, first, cells, cursor, onOpen }: Props) {
  return (
    <div role="row" aria-rowindex={line + 2} class={`grid-row${cursor === undefined ? '' : ' current'}`} style={{ transform: `translateY(${start}px)` }}>
      <div role="rowheader" class="cell case-cell" onClick={() => onOpen(first)}>
        <CaseCell index={index} position={first} layout={layout} inList={lines.layout === 'list'} />
      </div>
      {cells.map((position, column) => {
        const isCurrent = column === cursor;
        const pale = position !== NONE && !isShown(position, lines.next, shown) ? ' pale' : '';
        const isOpen = position !== NONE && position === layout.row ? ' open' : '';
        return (
          <div
            key={column}
            id={cellId(line, column)}
            role="gridcell"
            aria-selected={isCurrent}
            class={`cell reply-cell${isCurrent ? ' cursor' : ''}${pale}${isOpen}`}
            onClick={() => position !== NONE && onOpen(position)}
          >
            <ReplyCell index={index} first={position} next={lines.next} figures={lines.layout === 'grid' || narrow} />
          </div>
        );
      })}
      {figures.map((extra) => (
        <div key={extra.kind === 'figure' ? extra.extra : `meta ${extra.key}`} role="gridcell" class={`cell figure-cell ${cellKind(extra)}`}>
          <FigureCell index={index} position={first} column={extra} />
        </div>
      ))}
    </div>
  );
}
