import type { JudgeFacts } from '@assay/schema';
import type { RunIndex } from '../../../data/index/run-index.js';
import { formatCost, formatCount, formatDifference, formatScore } from '../../../figures/format.js';

interface Props {
  readonly judges: readonly JudgeFacts[];
  readonly index: RunIndex;
  /** US dollars for all judging of what is shown. */
  readonly cost: number | undefined;
  readonly complete: boolean;
  readonly onOpen: (position: number) => void;
}

function Disputes({ judge, index, onOpen }: { readonly judge: JudgeFacts; readonly index: RunIndex; readonly onOpen: (position: number) => void }) {
  if (judge.disputes.length === 0) return null;
  return (
    <details>
      <summary>Where {judge.id} is furthest from the others</summary>
      <ul class="disputes">
        {judge.disputes.map(({ position, criterion, score, others }) => (
          <li key={`${position}/${criterion}`}>
            <button type="button" class="link" onClick={() => onOpen(position)}>
              {position < index.rows ? index.caseOf(position).id : position}
            </button>{' '}
            <span class="number">
              {formatScore(score)} against {formatScore(others)}
            </span>{' '}
            <span class="dim">{criterion}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The judges over the whole run: what they were asked, what was lost, how they lean, where they disagree. */
export function JudgesPanel({ judges, index, cost, complete, onOpen }: Props) {
  if (judges.length === 0) return <p class="hint">{complete ? 'No judge was asked.' : 'What the judges said is added up when the run has ended.'}</p>;
  return (
    <div class="judges" tabIndex={0} role="group" aria-label="Judges">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col" class="number">asked</th>
            <th scope="col" class="number">lost</th>
            <th scope="col" class="number">mean score</th>
            <th scope="col" class="number" title="Mean of its scores minus the mean of the other judges of the same criteria">leans</th>
          </tr>
        </thead>
        <tbody>
          {judges.map((judge) => (
            <tr key={judge.id}>
              <th scope="row">
                {judge.id} {judge.model !== undefined && judge.model !== judge.id && <span class="dim">{judge.model}</span>}
                {judge.errors.map(({ message, count }) => (
                  <div key={message} class="bad small">
                    {count} × {message}
                  </div>
                ))}
              </th>
              <td class="number">{formatCount(judge.asked)}</td>
              <td class={`number${judge.lost > 0 ? ' bad' : ''}`}>{formatCount(judge.lost)}</td>
              <td class="number">{formatScore(judge.mean)}</td>
              <td class="number">{judge.lean === null ? '–' : formatDifference(judge.lean)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {judges.map((judge) => (
        <Disputes key={judge.id} judge={judge} index={index} onOpen={onOpen} />
      ))}
      <p class="hint">All judging that is shown cost {formatCost(cost)}.</p>
    </div>
  );
}
