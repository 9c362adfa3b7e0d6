import { useContext } from 'preact/hooks';
import { Problem } from '../../components/bar/notice.js';
import { Markdown } from '../../components/text/markdown.js';
import { StateMark } from '../../components/marks/state-mark.js';
import type { RunIndex } from '../../data/index/run-index.js';
import { stateWord } from '../../data/index/row-state.js';
import type { WireRow } from '../../data/row.js';
import type { PageSource } from '../../data/source/page-source.js';
import { ThresholdsOfRun } from '../../data/thresholds.js';
import { useLoaded } from '../../data/use-loaded.js';
import { formatScore } from '../../figures/format.js';
import { siblingsAround, siblingTitle } from './siblings.js';

const MOST = 12;

interface Props {
  readonly source: PageSource;
  readonly run: string;
  readonly index: RunIndex;
  readonly siblings: readonly number[];
  /** The one that is open. */
  readonly row: number;
}

/** The replies to a case beside each other: all, or those around the one that is open. */
export function Beside({ source, run, index, siblings, row: open }: Props) {
  const thresholds = useContext(ThresholdsOfRun);
  const asked = siblingsAround(siblings, open, MOST);
  const { value: rows, problem, again } = useLoaded((signal) => source.rows(run, asked, signal), `${run}/${asked.join()}`);
  if (problem !== undefined) return <Problem problem={problem} again={again} />;
  return (
    <div class="beside-replies" tabIndex={0} role="group" aria-label="Replies beside each other">
      {(rows ?? []).map(({ position, row }) => (
        <article key={position}>
          <h3>
            <StateMark state={stateWord(index, position)} /> {siblingTitle(index, position)} <span class="number">{formatScore(index.score[position], thresholds)}</span>
          </h3>
          <Markdown text={(row as unknown as WireRow).output?.text ?? 'no reply'} />
        </article>
      ))}
      {siblings.length > MOST && <p class="hint">{siblings.length - MOST} more</p>}
    </div>
  );
}
