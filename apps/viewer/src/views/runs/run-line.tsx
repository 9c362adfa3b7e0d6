import { visibleText, type PageRun } from '@assay/schema';
import { Cost } from '../../components/marks/cost.js';
import { Interval } from '../../components/marks/interval.js';
import { PartMark } from '../../components/marks/part-mark.js';
import { RunState } from '../../components/marks/run-state.js';
import { StateBar } from '../../components/marks/state-bar.js';
import { runHref } from '../../data/route/route.js';
import { thresholdsIn } from '../../data/thresholds.js';
import { formatDuration, formatScore, formatShare, formatTime, repliesText, shareText } from '../../figures/format.js';
import { runFigures } from './run-figures.js';

interface Props {
  readonly run: PageRun;
  readonly id: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
}

const shortened = (names: readonly string[]): string => (names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', '));

/** A run in the list. */
export function RunLine({ run, id, chosen, onChoose, onFocus }: Props) {
  const { startedAt, score, passes, states, cost, costIncomplete, duration, suites, targets } = runFigures(run);
  return (
    <tr id={id} class={chosen ? 'chosen' : ''} onFocusCapture={onFocus}>
      <td class="choose">
        <input type="checkbox" aria-label={`Choose ${visibleText(run.id)}`} checked={chosen} onChange={onChoose} />
      </td>
      <th scope="row" class="run-name">
        <a href={runHref(run.id)}>{visibleText(run.id)}</a>
        <span class="dim">{formatTime(startedAt)}</span>
      </th>
      <td>
        <RunState run={run} /> <PartMark run={run} />
        {run.unreadable !== undefined && <span class="bad small"> {run.unreadable}</span>}
      </td>
      <td>{run.summary === null ? <span class="dim">{repliesText(run.rows)}</span> : <StateBar counts={states} />}</td>
      <td class="number" data-name="score" title="Mean of its suites on its targets, weighted by their scored replies, with its interval of 95 %">
        {formatScore(score.mean, thresholdsIn(run.manifest))} <Interval of={score.interval} />
      </td>
      <td class="number" data-name="passed" title="Of the scored replies, with the interval of 95 %">
        {formatShare(passes.mean)}
        {passes.interval !== undefined && <small> {shareText(passes.interval)}</small>}
      </td>
      <td class="number" data-name="cost">
        <Cost usd={cost} incomplete={costIncomplete} />
      </td>
      <td class="number" data-name="took">{formatDuration(duration)}</td>
      <td class="names">
        {visibleText(shortened(suites))} <span class="dim">on {visibleText(shortened(targets))}</span>
      </td>
    </tr>
  );
}
