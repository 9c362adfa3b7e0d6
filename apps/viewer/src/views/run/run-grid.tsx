import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useVirtual } from '../../components/table/use-virtual.js';
import { NONE, type RunIndex } from '../../data/index/run-index.js';
import type { Lines } from '../../data/index/build-lines.js';
import type { RunLayout, Sort } from '../../data/route/run-layout.js';
import { extraColumns, extraWidths, leastWidth } from '../../data/columns/extra-columns.js';
import { formatCount } from '../../figures/format.js';
import { useFocusBack } from '../../keyboard/use-focus-back.js';
import { GridHead } from './grid-head.js';
import { cellId, GridLine } from './grid-line.js';
import { useCursor, type Cursor } from './use-cursor.js';

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
function placeOf({ cells, count, next }: Lines, width: number, row: number): Cursor | undefined {
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
  const figures = lines.layout === 'list' ? extraColumns(layout) : [];
  const widths = extraWidths(figures);
  const cellsOf = (line: number): number[] => Array.from({ length: width }, (_, column) => lines.cells[line * width + column] ?? NONE);
  const firstOf = (cells: readonly number[]): number => cells.find((position) => position !== NONE) ?? NONE;
  const { cursor, setCursor } = useCursor({
    lines: lines.count,
    columns: width,
    page,
    active,
    onMove({ line }) {
      scrollTo(line);
      scroller.current?.focus({ preventScroll: true });
    },
    onOpen({ line, column }) {
      const cells = cellsOf(line);
      const position = cells[column] ?? NONE;
      const opened = position === NONE ? firstOf(cells) : position;
      if (opened !== NONE) onOpen(opened);
    },
  });

  useFocusBack(scroller, active);
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

  const ofLine = { index, lines, shown, layout, narrow, figures, onOpen };
  return (
    <div
      ref={scroller}
      class={`grid ${lines.layout}${narrow ? ' narrow' : ''}`}
      role="grid"
      aria-label="Replies"
      aria-rowcount={lines.count + 1}
      aria-colcount={1 + width + figures.length}
      aria-activedescendant={items.some((item) => item.index === cursor.line) ? cellId(cursor.line, cursor.column) : undefined}
      tabIndex={0}
    >
      <div role="rowgroup" class="grid-top">
        <GridHead index={index} columns={lines.columns} extras={figures} sort={layout.sort} onSort={onSort} />
      </div>
      <div role="rowgroup" class="grid-lines" style={{ height: `${total}px` }}>
        {items.map(({ index: line, start }) => {
          const cells = cellsOf(line);
          const first = firstOf(cells);
          if (first === NONE) return null;
          return <GridLine key={line} {...ofLine} line={line} start={start} first={first} cells={cells} cursor={line === cursor.line ? cursor.column : undefined} />;
        })}
      </div>
      {unprinted > 0 && <p class="hint">{formatCount(unprinted)} lines more are not printed.</p>}
    </div>
  );
}
