import { INDEX_FLAGS, visibleText } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { Cost } from '../../components/marks/cost.js';
import { StateMark } from '../../components/marks/state-mark.js';
import { NONE, type RunIndex } from '../../data/index/run-index.js';
import { stateWord } from '../../data/index/row-state.js';
import { ThresholdsOfRun } from '../../data/thresholds.js';
import { formatDuration, formatScore } from '../../figures/format.js';

const FLAG_WORDS: readonly (readonly [keyof typeof INDEX_FLAGS, string])[] = [
  ['partial', 'partly scored'],
  ['missed', 'missed what must hold'],
  ['flips', 'flips'],
  ['cut', 'cut off'],
  ['filtered', 'filtered'],
  ['tools', 'tools'],
  ['retried', 'retried'],
  ['hedged', 'hedged'],
  ['batched', 'batch'],
  ['cached', 'cached'],
  ['warned', 'warning'],
];

/** Repeats whose verdicts stand in a cell; of more, their number does. */
const MOST_MARKS = 12;

interface Props {
  readonly index: RunIndex;
  /** Of the first repeat. */
  readonly first: number;
  readonly next: Int32Array;
  /** Whether time and cost stand here. */
  readonly figures: boolean;
}

function Marks({ index, first, next }: Omit<Props, 'figures'>) {
  const marks = [];
  let unmarked = 0;
  for (let position = first; position !== NONE; position = next[position] ?? NONE) {
    if (marks.length < MOST_MARKS) marks.push(<StateMark key={position} state={stateWord(index, position)} />);
    else unmarked += 1;
  }
  return (
    <>
      <span class="marks">{marks}</span>
      {unmarked > 0 && <span class="meta">+{unmarked}</span>}
    </>
  );
}

/** The mean of the repeats in a cell; undefined when none is scored. */
function meanScore(index: RunIndex, first: number, next: Int32Array): number | undefined {
  let [sum, count] = [0, 0];
  for (let position = first; position !== NONE; position = next[position] ?? NONE) {
    const score = index.score[position] ?? Number.NaN;
    if (!Number.isNaN(score)) [sum, count] = [sum + score, count + 1];
  }
  return count === 0 ? undefined : sum / count;
}

/** A reply in the table: what became of it, its score, how it begins. */
export function ReplyCell({ index, first, next, figures }: Props) {
  const thresholds = useContext(ThresholdsOfRun);
  if (first === NONE) return <span class="empty">–</span>;
  const flags = index.flags[first] ?? 0;
  const isUnpriced = (flags & INDEX_FLAGS.unpriced) !== 0;
  const error = index.error[first] ?? NONE;
  const reply = index.reply[first] ?? null;
  return (
    <>
      <span class="cell-head">
        <span class="outcome">
          <Marks index={index} first={first} next={next} />
          <span class="score">{formatScore(meanScore(index, first, next), thresholds)}</span>
        </span>
        {figures && !Number.isNaN(index.latency[first]) && <span class="meta">{formatDuration(index.latency[first])}</span>}
        {figures && (!Number.isNaN(index.cost[first]) || isUnpriced) && (
          <span class="meta">
            <Cost usd={index.cost[first]} incomplete={isUnpriced} />
          </span>
        )}
        <span class="flags">
          {error !== NONE && <span class="meta bad">{visibleText(index.names.errors[error] ?? '')}</span>}
          {FLAG_WORDS.map(([flag, word]) => (flags & INDEX_FLAGS[flag]) !== 0 && <span key={flag} class="meta flag">{word}</span>)}
        </span>
      </span>
      <span class="preview">{reply === null ? (error === NONE ? '' : 'no reply') : visibleText(reply)}</span>
    </>
  );
}
