import { visibleText } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { Markdown } from '../../../components/text/markdown.js';
import { StateMark } from '../../../components/marks/state-mark.js';
import type { WireVote } from '../../../data/row.js';
import { ThresholdsOfRun, useStateOfScore } from '../../../data/thresholds.js';
import { formatKnownCost, formatCount, formatDuration, formatExact, formatExactScore } from '../../../figures/format.js';

/** What an answer took, as far as it is reported. */
function tookText({ latency_ms: latency, usage, cost_usd: cost, cost_incomplete: incomplete, cached }: WireVote): string {
  const tokens = usage === undefined ? '' : `${formatCount(usage.input_tokens)} → ${formatCount(usage.output_tokens)} tokens`;
  const price = incomplete === true && !cost ? 'cost unknown' : cost === undefined ? '' : formatKnownCost(cost, incomplete, 'at least ');
  return [latency === undefined ? '' : formatDuration(latency), tokens, price, cached === true ? 'from the cache' : ''].filter((text) => text !== '').join(', ');
}

/** What judges said, with their reasons. */
export function VoteList({ votes }: { readonly votes: readonly WireVote[] }) {
  const stateOfScore = useStateOfScore();
  const thresholds = useContext(ThresholdsOfRun);
  return (
    <ul class="votes">
      {votes.map((vote) => (
        <li key={vote.id}>
          <div class="vote-head">
            <StateMark state={stateOfScore(vote.score)} /> <b>{visibleText(vote.id)}</b> <span class="number">{vote.score === null ? 'lost' : formatExactScore(vote.score, thresholds)}</span>
            {vote.read !== undefined && <span class="meta">{visibleText(vote.read)}</span>}
            {vote.stage !== undefined && <span class="meta flag">{vote.stage === 'first' ? 'asked first' : 'audit alone'}</span>}
            {vote.weight !== undefined && <span class="meta">weight {formatExact(vote.weight)}</span>}
            {vote.backup === true && <span class="meta flag">backup</span>}
            {vote.model !== vote.id && <span class="meta">{visibleText(vote.model)}</span>}
            <span class="meta">{tookText(vote)}</span>
          </div>
          {vote.error !== undefined && <p class="bad">{visibleText(vote.error.message)}</p>}
          {vote.reflection !== undefined && vote.reflection !== '' && <Markdown text={vote.reflection} />}
          {vote.reply !== undefined && vote.reflection === undefined && <pre class="raw">{visibleText(vote.reply)}</pre>}
        </li>
      ))}
    </ul>
  );
}
