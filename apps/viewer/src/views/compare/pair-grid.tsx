import { visibleText } from '@assay/schema';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { StateMark } from '../../components/marks/state-mark.js';
import { useVirtual } from '../../components/table/use-virtual.js';
import { sideTitle, type SidesChoice } from '../../data/comparing/compared-sides.js';
import type { Pair } from '../../data/comparing/paired-rows.js';
import { stateWord } from '../../data/index/row-state.js';
import type { RunIndex } from '../../data/index/run-index.js';
import type { Thresholds } from '../../data/thresholds.js';
import { formatCount, formatDifference, formatScores } from '../../figures/format.js';
import { useFocusBack } from '../../keyboard/use-focus-back.js';
import { useKeys } from '../../keyboard/use-keys.js';

const LINE_HEIGHT = 62;
const NARROW_HEIGHT = 108;

interface Props {
  readonly a: RunIndex;
  readonly b: RunIndex;
  readonly sides: SidesChoice;
  /** Of the runs of the two sides. */
  readonly thresholds: { readonly a: Thresholds; readonly b: Thresholds };
  readonly pairs: readonly Pair[];
  readonly narrow: boolean;
  readonly active: boolean;
  /** Of the pair that is open. */
  readonly open: Pair | undefined;
  readonly onOpen: (pair: Pair) => void;
}

const trend = (difference: number | undefined): string => (difference === undefined ? 'open' : difference < 0 ? 'fail' : difference > 0 ? 'pass' : 'same');

/** The head of the table. */
function PairHead({ sides }: Pick<Props, 'sides'>) {
  return (
    <div role="row" class="grid-row grid-head" aria-rowindex={1}>
      <div role="columnheader" class="cell">Case</div>
      <div role="columnheader" class="cell figure-cell">Difference</div>
      <div role="columnheader" class="cell">
        <span class="column-name">A {visibleText(sideTitle(sides.a))}</span>
      </div>
      <div role="columnheader" class="cell">
        <span class="column-name">B {visibleText(sideTitle(sides.b))}</span>
      </div>
    </div>
  );
}

/** Cases that were compared, worst first. */
export function PairGrid({ a, b, sides, thresholds, pairs, narrow, active, open, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, total, scrollTo, page, unprinted } = useVirtual({ count: pairs.length, height: narrow ? NARROW_HEIGHT : LINE_HEIGHT, scroller });
  const [cursor, setCursor] = useState(0);
  const line = Math.min(cursor, Math.max(0, pairs.length - 1));
  const move = (by: number): void => {
    const next = Math.max(0, Math.min(pairs.length - 1, line + by));
    setCursor(next);
    scrollTo(next);
    scroller.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    const at = open === undefined ? -1 : pairs.indexOf(open);
    if (at >= 0) setCursor(at);
  }, [open]);
  useFocusBack(scroller, active);
  const current = pairs[line];
  useKeys(
    active
      ? {
          j: () => move(1),
          ArrowDown: () => move(1),
          k: () => move(-1),
          ArrowUp: () => move(-1),
          PageDown: () => move(page),
          PageUp: () => move(-page),
          Home: () => move(-pairs.length),
          End: () => move(pairs.length),
          Enter: () => current && onOpen(current),
        }
      : {},
  );
  return (
    <div
      ref={scroller}
      class={`grid pairs${narrow ? ' narrow' : ''}`}
      role="grid"
      aria-label="Compared cases"
      aria-rowcount={pairs.length + 1}
      aria-colcount={4}
      aria-activedescendant={items.some((item) => item.index === line) ? `pair-${line}` : undefined}
      tabIndex={0}
    >
      <div role="rowgroup" class="grid-top">
        <PairHead sides={sides} />
      </div>
      <div role="rowgroup" class="grid-lines" style={{ height: `${total}px` }}>
        {items.map((item) => {
          const pair = pairs[item.index];
          if (pair === undefined) return null;
          const { id, suite } = a.caseOf(pair.a);
          const [scoreA, scoreB] = formatScores(pair.scoreA, pair.scoreB, thresholds.a, thresholds.b);
          const side = (index: RunIndex, position: number, score: string) => (
            <div role="gridcell" class="cell reply-cell">
              <span class="cell-head">
                <StateMark state={stateWord(index, position)} /> <span class="score">{score}</span>
              </span>
              <span class="preview">{visibleText(index.reply[position] ?? 'no reply')}</span>
            </div>
          );
          return (
            <div
              key={item.index}
              id={`pair-${item.index}`}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={item.index === line}
              class={`grid-row${item.index === line ? ' current' : ''}${pair === open ? ' open' : ''}`}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => onOpen(pair)}
            >
              <div role="rowheader" class="cell case-cell">
                <span class="cell-head">
                  <span class="case-id">{visibleText(id)}</span>
                </span>
                <span class="preview dim">
                  {visibleText(a.names.suites[suite]?.name ?? '')}
                  {sides.a.target === undefined && ` · ${visibleText(a.names.targets[a.target[pair.a] ?? 0] ?? '')}`}
                </span>
              </div>
              <div role="gridcell" class={`cell figure-cell difference ${trend(pair.difference)}`}>
                <span aria-hidden="true">{pair.difference === undefined ? '?' : pair.difference < 0 ? '▼' : pair.difference > 0 ? '▲' : '='}</span> {formatDifference(pair.difference)}
              </div>
              {side(a, pair.a, scoreA)}
              {side(b, pair.b, scoreB)}
            </div>
          );
        })}
      </div>
      {unprinted > 0 && <p class="hint">{formatCount(unprinted)} lines more are not printed.</p>}
    </div>
  );
}
