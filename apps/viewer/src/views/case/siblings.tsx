import { visibleText } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { StateMark } from '../../components/marks/state-mark.js';
import type { RunIndex } from '../../data/index/run-index.js';
import { stateWord } from '../../data/index/row-state.js';
import { ThresholdsOfRun } from '../../data/thresholds.js';
import { formatScore } from '../../figures/format.js';

/** Buttons: of more replies, those around the one that is open have one. */
const MOST = 60;

/** Positions of all rows of the same case: other targets, variants and repeats. */
export function siblingsOf(index: RunIndex, position: number): readonly number[] {
  const found: number[] = [];
  const one = index.case[position];
  for (let at = 0; at < index.rows; at += 1) if (index.case[at] === one && index.gone[at] === 0) found.push(at);
  const key = (at: number): number => ((index.target[at] ?? 0) * 1e3 + (index.variant[at] ?? 0)) * 1e4 + (index.repeat[at] ?? 0);
  return found.sort((a, b) => key(a) - key(b));
}

/** As many replies as there is room for, with the one that is open among them. */
export function siblingsAround(siblings: readonly number[], row: number, most: number): readonly number[] {
  const start = Math.max(0, Math.min(siblings.indexOf(row) - Math.floor(most / 2), siblings.length - most));
  return siblings.slice(start, start + most);
}

/** What tells a row from the others of its case. */
export function siblingTitle(index: RunIndex, position: number): string {
  const variant = index.names.variants[index.variant[position] ?? 0] ?? '';
  const repeat = index.repeats > 1 ? ` #${index.repeat[position]}` : '';
  return visibleText(`${index.names.targets[index.target[position] ?? 0]}${variant === '' ? '' : ` · ${variant}`}${repeat}`);
}

interface Props {
  readonly index: RunIndex;
  readonly siblings: readonly number[];
  readonly row: number;
  readonly beside: boolean;
  readonly onRow: (row: number) => void;
  readonly onBeside: () => void;
}

/** The replies to the same case, to go from one to another. */
export function Siblings({ index, siblings, row, beside, onRow, onBeside }: Props) {
  const thresholds = useContext(ThresholdsOfRun);
  if (siblings.length < 2) return null;
  return (
    <div class="siblings" role="group" aria-label="Replies to this case">
      {siblingsAround(siblings, row, MOST).map((position) => (
        <button key={position} type="button" class="quiet" aria-pressed={position === row} onClick={() => onRow(position)}>
          <StateMark state={stateWord(index, position)} /> {siblingTitle(index, position)} <span class="number">{formatScore(index.score[position], thresholds)}</span>
        </button>
      ))}
      {siblings.length > MOST && <span class="hint">{siblings.length - MOST} more</span>}
      <button type="button" class="quiet" aria-pressed={beside} onClick={onBeside}>
        Beside each other
      </button>
    </div>
  );
}
