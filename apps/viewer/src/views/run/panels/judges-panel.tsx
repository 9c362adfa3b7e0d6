import { visibleText, type JudgeDispute, type JudgeFacts } from '@assay/schema';
import { Cost } from '../../../components/marks/cost.js';
import { Interval } from '../../../components/marks/interval.js';
import type { WireSummary } from '../../../data/row.js';
import type { RunIndex } from '../../../data/index/run-index.js';
import { JudgingLines } from './judging-lines.js';
import { formatCount, formatDifference, formatDuration, formatScore, formatScores, formatShare } from '../../../figures/format.js';

const MOST_DISPUTES = 8;

interface Props {
  readonly judges: readonly JudgeFacts[];
  /** As it is stored; undefined while the run goes on. */
  readonly summary: WireSummary | undefined;
  readonly index: RunIndex;
  readonly complete: boolean;
  readonly onOpen: (position: number) => void;
}

interface NamedDispute extends JudgeDispute {
  readonly judge: string;
}

const distance = ({ score, others }: JudgeDispute): number => Math.abs(score - others);

/** Questions that judges disagreed on most, each once, with the judge who stood furthest from the others. */
function disputesOf(judges: readonly JudgeFacts[]): readonly NamedDispute[] {
  const found = new Map<string, NamedDispute>();
  for (const { id, disputes } of judges) {
    for (const dispute of disputes) {
      const key = `${dispute.position}/${dispute.criterion}`;
      const before = found.get(key);
      if (before === undefined || distance(dispute) > distance(before)) found.set(key, { ...dispute, judge: id });
    }
  }
  return [...found.values()].toSorted((a, b) => distance(b) - distance(a)).slice(0, MOST_DISPUTES);
}

function Disputes({ judges, index, onOpen }: Omit<Props, 'complete' | 'summary'>) {
  const disputes = disputesOf(judges);
  if (disputes.length === 0) return null;
  return (
    <details open>
      <summary>Where they disagree most</summary>
      <ul class="disputes">
        {disputes.map(({ position, criterion, judge, score, others }) => (
          <li key={`${position}/${criterion}`}>
            <button type="button" class="link" onClick={() => onOpen(position)}>
              {position < index.rows ? visibleText(index.caseOf(position).id) : position}
            </button>{' '}
            {visibleText(judge)}{' '}
            <span class="number">
              {formatScores(score, others).join(' against ')}
            </span>{' '}
            <span class="dim">{visibleText(criterion)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function JudgeLine({ judge }: { readonly judge: JudgeFacts }) {
  const { id, model, asked, lost, mean, meanInterval, lean, leanInterval, time, tokens, cost, unpriced, errors } = judge;
  return (
    <tr>
      <th scope="row">
        {visibleText(id)} {model !== undefined && model !== id && <span class="dim">{visibleText(model)}</span>}
        {errors.map(({ message, count }) => (
          <div key={message} class="bad small">
            {count} × {visibleText(message)}
          </div>
        ))}
      </th>
      <td class="number">{formatCount(asked)}</td>
      <td class={`number${lost > 0 ? ' bad' : ''}`}>
        {formatCount(lost)} {lost > 0 && <small>{formatShare(lost / asked)}</small>}
      </td>
      <td class="number">
        {formatDuration(time?.median)} {time !== null && <small>p95 {formatDuration(time.p95)}</small>}
      </td>
      <td class="number">{tokens === null ? '–' : `${formatCount(tokens.input)} → ${formatCount(tokens.output)}`}</td>
      <td class="number">
        <Cost usd={cost ?? undefined} incomplete={unpriced} />
      </td>
      <td class="number">
        {formatScore(mean)} <Interval of={meanInterval} />
      </td>
      <td class="number">
        {lean === null ? '–' : formatDifference(lean)} <Interval of={leanInterval} signed />
      </td>
    </tr>
  );
}

/** The judges over the whole run: what they were asked, what was lost, what they took, how they lean, where they disagree. */
export function JudgesPanel({ judges, summary, index, complete, onOpen }: Props) {
  if (judges.length === 0) return <p class="judges hint">{complete ? 'No judge was asked.' : 'No judge has answered yet.'}</p>;
  return (
    <div class="judges" tabIndex={0} role="group" aria-label="Judges">
      <JudgingLines judging={summary?.judging} />
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Judge</th>
            <th scope="col" class="number">asked</th>
            <th scope="col" class="number" title="Questions without a usable answer">lost</th>
            <th scope="col" class="number" title="Of one question, with its tries">time</th>
            <th scope="col" class="number" title="Read and written">tokens</th>
            <th scope="col" class="number">cost</th>
            <th scope="col" class="number">mean score</th>
            <th scope="col" class="number" title="Mean of its scores minus the mean of the other judges of the same criteria">leans</th>
          </tr>
        </thead>
        <tbody>
          {judges.map((judge) => (
            <JudgeLine key={judge.id} judge={judge} />
          ))}
        </tbody>
      </table>
      <Disputes judges={judges} index={index} onOpen={onOpen} />
      <p class="hint small">Of the whole run, whatever is filtered.</p>
    </div>
  );
}
