import type { Sort } from '../route/run-layout.js';
import { NONE, type RunIndex } from './run-index.js';

/** What stands beside each other: a target with a variant. */
export interface Column {
  readonly target: number;
  readonly variant: number;
}

/**
 * The table of a run: in a grid a line for each case, with a cell for each column; in a list a line for each of these cells. Cells hold the position
 * of their first row, or {@link NONE}; `next` leads from a row to the next repeat in its cell.
 */
export interface Lines {
  readonly layout: 'grid' | 'list';
  readonly count: number;
  /** Empty in a list. */
  readonly columns: readonly Column[];
  /** `columns.length` cells for each line; one in a list. */
  readonly cells: Int32Array;
  readonly next: Int32Array;
}

/** Most columns that are of use beside each other without being chosen. */
const MOST_COLUMNS = 8;
/** The share of cells that must be filled for a grid to be of use. */
const LEAST_FILLED = 0.6;

interface Grid {
  readonly columns: readonly Column[];
  /** Numbers of columns by `target * variants + variant`; {@link NONE} where there are no rows. */
  readonly columnOf: Int32Array;
}

function gridOf(index: RunIndex, shown: Uint8Array): Grid {
  const variants = Math.max(1, index.names.variants.length);
  const columnOf = new Int32Array(index.names.targets.length * variants).fill(NONE);
  const found: Column[] = [];
  for (let position = 0; position < shown.length; position += 1) {
    if (shown[position] !== 1) continue;
    const key = (index.target[position] ?? 0) * variants + (index.variant[position] ?? 0);
    if (columnOf[key] !== NONE) continue;
    columnOf[key] = 0;
    found.push({ target: index.target[position] ?? 0, variant: index.variant[position] ?? 0 });
  }
  found.sort((a, b) => index.columnRank(a.target, a.variant) - index.columnRank(b.target, b.variant));
  for (const [number, { target, variant }] of found.entries()) columnOf[target * variants + variant] = number;
  return { columns: found, columnOf };
}

/** Whether most cells of a grid would be filled. */
function isFilled(index: RunIndex, shown: Uint8Array, columns: number): boolean {
  const cases = new Uint8Array(index.names.cases.length);
  let [lines, rows] = [0, 0];
  for (let position = 0; position < shown.length; position += 1) {
    if (shown[position] !== 1 || index.repeat[position] !== 1) continue;
    rows += 1;
    const one = index.case[position] ?? 0;
    if (cases[one] === 0) lines += 1;
    cases[one] = 1;
  }
  return rows >= lines * columns * LEAST_FILLED;
}

function mean(positions: Int32Array, values: (position: number) => number | undefined, next: Int32Array): number {
  let [sum, count] = [0, 0];
  for (const first of positions) {
    for (let position = first; position !== NONE; position = next[position] ?? NONE) {
      const value = values(position) ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += value;
      count += 1;
    }
  }
  return count === 0 ? Number.NaN : sum / count;
}

/** What a line is sorted by; NaN for none, which comes last either way. */
function keyOf(index: RunIndex, { by }: Sort, cells: Int32Array, next: Int32Array): number {
  if (by === 'score') return mean(cells, (position) => index.score[position], next);
  if (by === 'latency') return mean(cells, (position) => index.latency[position], next);
  if (by === 'cost') return mean(cells, (position) => index.cost[position], next);
  const first = cells.find((position) => position !== NONE) ?? 0;
  if (by === 'time') return index.started[first] ?? 0;
  return index.placeOf(first);
}

/** Numbers of lines in the order of their keys, those without one last; the order of storing where keys are equal. */
function sorted(keys: Float64Array, down: boolean): Int32Array {
  const order = Int32Array.from(keys, (_, line) => line);
  // As they are compared, so that a comparison is one subtraction: of two that are infinite that is no number, which counts as none.
  const places = keys.map((key) => (Number.isNaN(key) ? Infinity : down ? -key : key));
  let isSorted = true;
  for (let line = 1; line < places.length && isSorted; line += 1) isSorted = (places[line - 1] ?? 0) <= (places[line] ?? 0);
  return isSorted ? order : order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
}

function arrange(index: RunIndex, cells: Int32Array, width: number, next: Int32Array, sort: Sort): Int32Array {
  const count = width === 0 ? 0 : cells.length / width;
  const lineOf = (line: number): Int32Array => cells.subarray(line * width, (line + 1) * width);
  if (sort.by === 'id') return arrangedById(index, cells, width, sort);
  const keys = new Float64Array(count);
  for (let line = 0; line < count; line += 1) keys[line] = keyOf(index, sort, lineOf(line), next);
  const order = sorted(keys, sort.down);
  const arranged = new Int32Array(cells.length);
  for (let line = 0; line < count; line += 1) arranged.set(lineOf(order[line] ?? 0), line * width);
  return arranged;
}

function arrangedById(index: RunIndex, cells: Int32Array, width: number, { down }: Sort): Int32Array {
  const count = cells.length / width;
  const ids = Array.from({ length: count }, (_, line) => index.caseOf(cells.subarray(line * width, (line + 1) * width).find((at) => at !== NONE) ?? 0).id);
  const collator = new Intl.Collator('en', { numeric: true });
  const order = ids.map((_, line) => line).sort((a, b) => (down ? -1 : 1) * collator.compare(ids[a] ?? '', ids[b] ?? '') || a - b);
  const arranged = new Int32Array(cells.length);
  for (const [line, from] of order.entries()) arranged.set(cells.subarray(from * width, (from + 1) * width), line * width);
  return arranged;
}

/** Adds a row behind the other repeats of its cell. Rows end in any order, repeats are shown in theirs. */
function chain(index: RunIndex, cells: Int32Array, cell: number, position: number, next: Int32Array): void {
  const repeat = index.repeat[position] ?? 1;
  let before = NONE;
  let behind = cells[cell] ?? NONE;
  while (behind !== NONE && (index.repeat[behind] ?? 1) <= repeat) {
    before = behind;
    behind = next[behind] ?? NONE;
  }
  next[position] = behind;
  if (before === NONE) cells[cell] = position;
  else next[before] = position;
}

function gridLines(index: RunIndex, shown: Uint8Array, { columns, columnOf }: Grid, sort: Sort): Lines {
  const width = columns.length;
  const variants = Math.max(1, index.names.variants.length);
  const lineOf = new Int32Array(index.names.cases.length).fill(NONE);
  let count = 0;
  for (let position = 0; position < shown.length; position += 1) {
    const one = index.case[position] ?? 0;
    if (shown[position] === 1 && lineOf[one] === NONE) {
      lineOf[one] = count;
      count += 1;
    }
  }
  const cells = new Int32Array(count * width).fill(NONE);
  const next = new Int32Array(index.rows).fill(NONE);
  // A case is shown whole: what a filter leaves out of it is what the rest is compared with.
  for (let position = 0; position < index.rows; position += 1) {
    const line = lineOf[index.case[position] ?? 0] ?? NONE;
    if (line === NONE || index.gone[position] === 1) continue;
    const column = columnOf[(index.target[position] ?? 0) * variants + (index.variant[position] ?? 0)] ?? NONE;
    if (column !== NONE) chain(index, cells, line * width + column, position, next);
  }
  return { layout: 'grid', count, columns, cells: arrange(index, cells, width, next, sort), next };
}

function listLines(index: RunIndex, shown: Uint8Array, count: number, sort: Sort): Lines {
  const cells = new Int32Array(count).fill(NONE);
  const next = new Int32Array(index.rows).fill(NONE);
  const lineOf = index.repeats > 1 ? new Map<number, number>() : undefined;
  let lines = 0;
  for (let position = 0; position < shown.length; position += 1) {
    if (shown[position] !== 1) continue;
    const key = lineOf === undefined ? 0 : ((index.case[position] ?? 0) * index.names.targets.length + (index.target[position] ?? 0)) * index.names.variants.length + (index.variant[position] ?? 0);
    const line = lineOf?.get(key) ?? lines;
    if (line === lines) {
      lines += 1;
      lineOf?.set(key, line);
    }
    chain(index, cells, line, position, next);
  }
  return { layout: 'list', count: lines, columns: [], cells: arrange(index, cells.slice(0, lines), 1, next, sort), next };
}

/**
 * The table of the rows that are shown.
 * @param layout `auto` is a grid where that is mostly filled and fits beside each other, else a list.
 */
export function buildLines(
  index: RunIndex,
  { shown, count }: { readonly shown: Uint8Array; readonly count: number },
  { layout, sort }: { readonly layout: 'auto' | 'grid' | 'list'; readonly sort: Sort },
): Lines {
  if (layout === 'list') return listLines(index, shown, count, sort);
  const grid = gridOf(index, shown);
  const width = grid.columns.length;
  const suits = index.repeats > 1 || (width > 1 && width <= MOST_COLUMNS);
  if (layout === 'auto' && !(suits && width <= MOST_COLUMNS && isFilled(index, shown, width))) return listLines(index, shown, count, sort);
  return gridLines(index, shown, grid, sort);
}
