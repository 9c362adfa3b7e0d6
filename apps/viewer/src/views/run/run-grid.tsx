import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useVirtual } from '../../components/table/use-virtual.js';
import { NONE, type RunIndex } from '../../data/index/run-index.js';
import type { Lines } from '../../data/index/build-lines.js';
import type { RunLayout, Sort } from '../../data/route/run-layout.js';
import { extraColumns, extraWidths, leastWidth } from '../../data/columns/extra-columns.js';
import { formatCount } from '../../figures/format.js';
import { useKeys } from '../../keyboard/use-keys.js';
import { CaseCell } from './case-cell.js';
import { FigureCell } from './figure-cell.js';
import { cellKind, GridHead } from './grid-head.js';
import { ReplyCell } from './reply-cell.js';

const LINE_HEIGHT = 62;
const NARROW_HEIGHT = 108;

interface Props {
  readonly index: RunIndex;
  readonly lines: Lines;
  /** 1 for rows that pass the filter; the others stand paler. */
  readonly shown: Uint8Array;
  readonly layout: RunLayout;
  readonly narrow: boolean;
  /** Whether keys are the table's, and not those of a case that is open. */
  readonly active: boolean;
  readonly onOpen: (position: number) => void;
  readonly onSort: (by: Sort['by']) => void;
}

/** Where a row stands in the table. */
function placeOf({ cells, count, next }: Lines, width: number, row: number): { line: number; column: number } | undefined {
  for (let at = 0; at < count * width; at += 1) {
    for (let position = cells[at] ?? NONE; position !== NONE; position = next[position] ?? NONE) {
      if (position === row) return { line: Math.floor(at / width), column: at % width };
    }
  }
  return undefined;
}

/** The table of a run: only lines that are seen are there. */
export function RunGrid({ index, lines, shown, layout, narrow, active, onOpen, onSort }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, total, scrollTo, page, unprinted } = useVirtual({ count: lines.count, height: narrow ? NARROW_HEIGHT : LINE_HEIGHT, scroller });
  const width = Math.max(1, lines.columns.length);
  const [cursor, setCursor] = useState({ line: 0, column: 0 });
  const line = Math.min(cursor.line, Math.max(0, lines.count - 1));
  const column = Math.min(cursor.column, width - 1);
  const figures = lines.layout === 'list' ? extraColumns(layout) : [];
  const widths = extraWidths(figures);
  const cellAt = (at: number, of: number): number => lines.cells[at * width + of] ?? NONE;
  const firstOf = (at: number): number => {
    for (let of = 0; of < width; of += 1) if (cellAt(at, of) !== NONE) return cellAt(at, of);
    return NONE;
  };

  useEffect(() => {
    const place = layout.row === undefined ? undefined : placeOf(lines, width, layout.row);
    if (place !== undefined) {
      setCursor(place);
      scrollTo(place.line);
    }
  }, [layout.row, lines]);
  useLayoutEffect(() => scroller.current?.style.setProperty('--columns', String(width)), [width]);
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('--extra-columns', widths);
    scroller.current?.style.setProperty('--least', narrow || figures.length === 0 ? '0px' : `${leastWidth(figures)}px`);
  }, [widths, narrow]);

  const move = (lines_: number, columns: number): void => {
    const next = { line: Math.max(0, Math.min(lines.count - 1, line + lines_)), column: Math.max(0, Math.min(width - 1, column + columns)) };
    setCursor(next);
    scrollTo(next.line);
    scroller.current?.focus({ preventScroll: true });
  };
  const open = (): void => {
    const position = cellAt(line, column) === NONE ? firstOf(line) : cellAt(line, column);
    if (position !== NONE) onOpen(position);
  };
  useKeys(
    active
      ? {
          j: () => move(1, 0),
          ArrowDown: () => move(1, 0),
          k: () => move(-1, 0),
          ArrowUp: () => move(-1, 0),
          h: () => move(0, -1),
          ArrowLeft: () => move(0, -1),
          l: () => move(0, 1),
          ArrowRight: () => move(0, 1),
          PageDown: () => move(page, 0),
          PageUp: () => move(-page, 0),
          Home: () => move(-lines.count, 0),
          End: () => move(lines.count, 0),
          Enter: open,
        }
      : {},
  );

  /** Whether one of the repeats in a cell passes the filter. */
  const isShown = (first: number): boolean => {
    for (let position = first; position !== NONE; position = lines.next[position] ?? NONE) if (shown[position] === 1) return true;
    return false;
  };
  const cellId = (at: number, of: number): string => `cell-${at}-${of}`;
  return (
    <div
      ref={scroller}
      class={`grid ${lines.layout}${narrow ? ' narrow' : ''}`}
      role="grid"
      aria-label="Replies"
      aria-rowcount={lines.count + 1}
      aria-colcount={1 + width + figures.length}
      aria-activedescendant={items.some((item) => item.index === line) ? cellId(line, column) : undefined}
      tabIndex={0}
    >
      <div role="rowgroup" class="grid-top">
        <GridHead index={index} columns={lines.columns} extras={figures} sort={layout.sort} onSort={onSort} />
      </div>
      <div role="rowgroup" class="grid-lines" style={{ height: `${total}px` }}>
        {items.map((item) => {
          const first = firstOf(item.index);
          if (first === NONE) return null;
          return (
            <div key={item.index} role="row" aria-rowindex={item.index + 2} class={`grid-row${item.index === line ? ' current' : ''}`} style={{ transform: `translateY(${item.start}px)` }}>
              <div role="rowheader" class="cell case-cell" onClick={() => onOpen(first)}>
                <CaseCell index={index} position={first} layout={layout} inList={lines.layout === 'list'} />
              </div>
              {Array.from({ length: width }, (_, of) => {
                const position = cellAt(item.index, of);
                const isCurrent = item.index === line && of === column;
                const pale = position !== NONE && !isShown(position) ? ' pale' : '';
                const isOpen = position !== NONE && position === layout.row ? ' open' : '';
                return (
                  <div
                    key={of}
                    id={cellId(item.index, of)}
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
        })}
      </div>
      {unprinted > 0 && <p class="hint">{formatCount(unprinted)} lines more are not printed.</p>}
    </div>
  );
}
