import { visibleText } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { StateMark } from '../../components/marks/state-mark.js';
import type { RowState } from '../../data/route/row-states.js';
import type { WireRow } from '../../data/row.js';
import { ThresholdsOfRun } from '../../data/thresholds.js';
import { formatExactScore } from '../../figures/format.js';

interface Props {
  readonly row: WireRow;
  readonly canEdit: boolean;
  /** What became of the last thing that was asked for. */
  readonly said: string;
  readonly onBefore: (() => void) | undefined;
  readonly onAfter: (() => void) | undefined;
  readonly onCopy: () => void;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

export function rowState({ verdict, score }: WireRow): RowState {
  return verdict ?? (score === null ? 'unscored' : 'open');
}

/** Which case this is, what became of it, and what can be done with it. */
export function CaseHead({ row, canEdit, said, onBefore, onAfter, onCopy, onEdit, onClose }: Props) {
  const thresholds = useContext(ThresholdsOfRun);
  return (
    <header class="case-head">
      <div class="case-actions">
        <button type="button" class="quiet" disabled={onBefore === undefined} onClick={onBefore} aria-label="Case before">
          ↑
        </button>
        <button type="button" class="quiet" disabled={onAfter === undefined} onClick={onAfter} aria-label="Next case">
          ↓
        </button>
        <button type="button" class="quiet" onClick={onCopy} title="The command that runs this case again">
          Copy command
        </button>
        {canEdit && (
          <button type="button" class="quiet" onClick={onEdit}>
            Open file
          </button>
        )}
        <span class="hint said" role="status">
          {said}
        </span>
        <button type="button" class="quiet close" onClick={onClose} aria-label="Close the case">
          ✕
        </button>
      </div>
      <h2>{visibleText(row.case_id)}</h2>
      <p class="case-facts">
        <StateMark state={rowState(row)} word /> <b class="number">{formatExactScore(row.score, thresholds)}</b>
        <span class="meta">{visibleText(row.suite)}</span>
        <span class="meta">
          {visibleText(row.target)}
          {row.variant.label === '' ? '' : ` · ${visibleText(row.variant.label)}`}
        </span>
        <span class="meta source">{visibleText(row.source)}</span>
      </p>
    </header>
  );
}
