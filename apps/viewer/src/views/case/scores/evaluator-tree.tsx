import { visibleText } from '@assay/schema';
import { useContext } from 'preact/hooks';
import { Markdown } from '../../../components/text/markdown.js';
import { DataView } from '../../../components/text/data-view.js';
import { StateMark } from '../../../components/marks/state-mark.js';
import type { RowState } from '../../../data/route/row-states.js';
import type { WireEvaluatorResult } from '../../../data/row.js';
import { ThresholdsOfRun, useStateOfScore } from '../../../data/thresholds.js';
import { formatExact, formatExactScore } from '../../../figures/format.js';
import { meanFormula } from '../../../figures/mean-formula.js';
import { PointList } from './point-list.js';
import { VoteList } from './vote-list.js';

const MOST_TEXTS = 30;
/** Composites in composites beyond this are shown as data. */
const DEEPEST = 12;

function Texts({ title, texts }: { readonly title: string; readonly texts: readonly string[] | undefined }) {
  if (texts === undefined || texts.length === 0) return null;
  return (
    <div class={`texts ${title}`}>
      <span class="texts-title">{title}</span>
      <ul>
        {texts.slice(0, MOST_TEXTS).map((text, at) => (
          <li key={at}>{visibleText(text)}</li>
        ))}
        {texts.length > MOST_TEXTS && <li class="dim">{texts.length - MOST_TEXTS} more</li>}
      </ul>
    </div>
  );
}

/** Whether a remark says it already. */
const isSaid = ({ hits = [], misses = [] }: WireEvaluatorResult, reasoning: string): boolean => [...hits, ...misses].some((remark) => remark.endsWith(reasoning));

function Details({ result, depth }: { readonly result: WireEvaluatorResult; readonly depth: number }) {
  const { points, judges, evaluators, error, details } = result;
  const formula = evaluators === undefined ? (points === undefined ? undefined : meanFormula(points.filter(({ path }) => path === undefined))) : meanFormula(evaluators);
  const isOfPaths = points?.some(({ path }) => path !== undefined) === true;
  return (
    <div class="evaluator-body">
      {error !== undefined && <p class="bad">{visibleText(error.message)}</p>}
      {error?.hint !== undefined && <p class="dim">{visibleText(error.hint)}</p>}
      {formula !== undefined && !isOfPaths && result.score !== null && (
        <p class="formula">
          {formula} {meansTo(points ?? evaluators ?? [], result.score) ? '=' : '→'} {formatExact(result.score)}
        </p>
      )}
      {points === undefined && <Texts title="hits" texts={result.hits} />}
      {points === undefined && <Texts title="misses" texts={result.misses} />}
      {result.warnings?.map((warning) => (
        <p key={warning} class="dim">
          {visibleText(warning)}
        </p>
      ))}
      {points !== undefined && <PointList points={points} />}
      {judges !== undefined && <VoteList votes={judges} />}
      {judges === undefined && points === undefined && result.reasoning !== undefined && !isSaid(result, result.reasoning) && <Markdown text={result.reasoning} />}
      {evaluators !== undefined && (depth >= DEEPEST ? <DataView value={evaluators} /> : <EvaluatorTree results={evaluators} depth={depth + 1} />)}
      {details !== undefined && details !== null && (
        <details>
          <summary class="dim">Details</summary>
          <DataView value={details} />
        </details>
      )}
    </div>
  );
}

/** Whether a score is the weighted mean of its parts: a threshold or what must hold may make it another one. */
function meansTo(items: readonly { readonly score: number | null; readonly weight: number }[], score: number): boolean {
  const counted = items.filter((item) => item.score !== null && item.weight > 0);
  const weight = counted.reduce((sum, item) => sum + item.weight, 0);
  const mean = counted.reduce((sum, item) => sum + (item.score ?? 0) * item.weight, 0) / weight;
  return Math.abs(mean - score) < 1e-6;
}

interface Props {
  readonly results: readonly WireEvaluatorResult[];
  readonly depth?: number;
}

/** Evaluators with their scores; those that did not pass are open. */
export function EvaluatorTree({ results, depth = 0 }: Props) {
  const stateOfScore = useStateOfScore();
  const thresholds = useContext(ThresholdsOfRun);
  const stateOf = ({ score, verdict }: WireEvaluatorResult): RowState => (score === null ? 'unscored' : (verdict ?? stateOfScore(score)));
  return (
    <ul class="evaluators">
      {results.map((result, at) => {
        const state = stateOf(result);
        return (
          <li key={`${at}/${result.name}`}>
            <details open={state !== 'pass' || depth === 0}>
              <summary class="evaluator-head">
                <StateMark state={state} /> <b class="evaluator-name">{visibleText(result.name)}</b>
                {result.type !== result.name && <span class="meta">{visibleText(result.type)}</span>}
                <span class="number score">{result.score === null ? 'unscored' : formatExactScore(result.score, thresholds)}</span>
                {result.weight !== 1 && <span class="meta">×{formatExact(result.weight)}</span>}
                {result.requirements?.missed !== undefined && <span class="meta bad">missed what must hold</span>}
                {result.requirements?.open !== undefined && <span class="meta bad">what must hold is open</span>}
              </summary>
              <Details result={result} depth={depth} />
            </details>
          </li>
        );
      })}
    </ul>
  );
}
