import { Markdown } from '../../../components/text/markdown.js';
import { stateOfScore, StateMark } from '../../../components/marks/state-mark.js';
import type { WireVote } from '../../../data/row.js';
import { formatExact } from '../../../figures/format.js';

/** What judges said, with their reasons. */
export function VoteList({ votes }: { readonly votes: readonly WireVote[] }) {
  return (
    <ul class="votes">
      {votes.map((vote) => (
        <li key={vote.id}>
          <div class="vote-head">
            <StateMark state={stateOfScore(vote.score)} /> <b>{vote.id}</b> <span class="number">{vote.score === null ? 'lost' : formatExact(vote.score)}</span>
            {vote.read !== undefined && <span class="meta">{vote.read}</span>}
            {vote.backup === true && <span class="meta flag">backup</span>}
            {vote.model !== vote.id && <span class="meta">{vote.model}</span>}
          </div>
          {vote.error !== undefined && <p class="bad">{vote.error.message}</p>}
          {vote.reflection !== undefined && vote.reflection !== '' && <Markdown text={vote.reflection} />}
          {vote.reply !== undefined && vote.reflection === undefined && <pre class="raw">{vote.reply}</pre>}
        </li>
      ))}
    </ul>
  );
}
