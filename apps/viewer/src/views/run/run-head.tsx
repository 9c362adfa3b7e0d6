import { visibleText, type PageRun } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { Figure } from '../../components/bar/figure.js';
import { Cost } from '../../components/marks/cost.js';
import { Interval } from '../../components/marks/interval.js';
import { PartMark } from '../../components/marks/part-mark.js';
import { RunState } from '../../components/marks/run-state.js';
import type { RowsSummary } from '../../data/summing/summarize-rows.js';
import type { RunStore } from '../../data/run-store.js';
import { STATES, type RowState } from '../../data/route/row-states.js';
import type { WireManifest, WireSummary } from '../../data/row.js';
import { ThresholdsOfRun } from '../../data/thresholds.js';
import { formatCost, formatCount, formatDuration, formatScore, formatShare, formatTime, plural, repliesText, shareText } from '../../figures/format.js';
import { namedPassesText, passesText } from '../../text/passes.js';
import { rechecksIn, rechecksText } from '../../text/rechecks.js';

interface Props {
  readonly store: RunStore;
  readonly summary: RowsSummary;
}

/** Why the run came out as it did, and how far it is. */
function Story({ run, rows }: { readonly run: PageRun; readonly rows: number }) {
  const summary = run.summary as unknown as WireSummary | null;
  const manifest = run.manifest as unknown as WireManifest;
  const reasons = summary?.reasons ?? [];
  const started = Date.parse(manifest.started_at);
  const rechecks = rechecksText(rechecksIn(run), run.state === 'running');
  const passes = summary?.repeats?.passes ?? [];
  return (
    <p class="story">
      {formatTime(manifest.started_at)}
      {summary !== null && ` · took ${formatDuration(summary.duration_ms)}`}
      {run.state === 'running' && !Number.isNaN(started) && ` · ${repliesText(rows)} so far`}
      {run.state === 'killed' && ' · was killed before its end: run it again with --resume to go on'}
      {summary?.planned_trials !== undefined && !summary.complete && ` · ${formatCount(rows)} of ${plural(summary.planned_trials, 'trial')}`}
      {summary?.waiting_trials !== undefined && ` · ${formatCount(summary.waiting_trials)} ${summary.waiting_trials === 1 ? 'waits' : 'wait'} for batches: --resume collects them`}
      {summary?.skipped_cases !== undefined && summary.skipped_cases > 0 && ` · ${plural(summary.skipped_cases, 'case')} left out`}
      {passes.length === 1 && passes[0] !== undefined && ` · ${passesText(passes[0])}`}
      {rechecks !== undefined && ` · ${rechecks}`}
      {passes.length > 1 && (
        <details class="reasons">
          <summary>pass@k and pass^k</summary>
          <ul>
            {passes.map((one) => (
              <li key={namedPassesText(one)}>{namedPassesText(one)}</li>
            ))}
          </ul>
        </details>
      )}
      {reasons.length === 1 && <span class={`reasons${summary?.outcome === 'passed' ? '' : ' bad'}`}> · {visibleText(reasons[0] ?? '')}</span>}
      {reasons.length > 1 && (
        <details class={`reasons${summary?.outcome === 'passed' ? '' : ' bad'}`}>
          <summary>{reasons.length} reasons</summary>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{visibleText(reason)}</li>
            ))}
          </ul>
        </details>
      )}
    </p>
  );
}

const count = (summary: RowsSummary, state: RowState): number => summary.states[STATES.indexOf(state)] ?? 0;

/** What a run is, and what came of what is shown of it. */
export function RunHead({ store, summary }: Props) {
  const { run, index } = store;
  const thresholds = useContext(ThresholdsOfRun);
  const scored = summary.rows - count(summary, 'unscored');
  const passed = count(summary, 'pass');
  const ruled = scored - count(summary, 'open');
  const isPart = summary.rows < index.live;
  return (
    <header class="run-head">
      <div class="run-title">
        <h1>{visibleText(store.id)}</h1>
        {run !== undefined && <RunState run={run} />}
        {run !== undefined && <PartMark run={run} />}
        {run !== undefined && <Story run={run} rows={index.live} />}
      </div>
      <dl class="figures" aria-label={isPart ? 'Figures of what is shown' : 'Figures of the run'}>
        <Figure name="replies" title={isPart ? 'shown of all' : ''}>
          {formatCount(summary.rows)}
          {isPart && <small> of {formatCount(index.live)}</small>}
        </Figure>
        <Figure name="score" title="Mean of the scored replies, weighted by case, with its interval of 95 % over cases; that of several suites or targets is weighted by their replies">
          {formatScore(summary.mean, thresholds)} <Interval of={summary.interval} />
        </Figure>
        <Figure name="passed" title="Of the replies with a verdict, with its interval of 95 % over cases">
          {ruled === 0 ? '–' : formatShare(passed / ruled)}
          {summary.passInterval !== undefined && <small> {shareText(summary.passInterval)}</small>}
        </Figure>
        <Figure name="time" title="Median, and what 95 % of the replies take at most">
          {formatDuration(summary.median)}
          {summary.p95 !== undefined && <small> p95 {formatDuration(summary.p95)}</small>}
        </Figure>
        <Figure name="cost" title={`Spent on the targets, and on the judges${summary.saved > 0 ? `; ${formatCost(summary.saved)} were saved, since replies and judgements were kept` : ''}`}>
          <Cost usd={summary.cost} incomplete={summary.costIncomplete} />
          {((summary.judging ?? 0) > 0 || summary.judgingIncomplete) && (
            <small>
              {' '}
              + <Cost usd={summary.judging} incomplete={summary.judgingIncomplete} />
            </small>
          )}
        </Figure>
      </dl>
    </header>
  );
}
