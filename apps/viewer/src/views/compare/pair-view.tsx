import { visibleText } from '@assay/schema';
import { useEffect, useRef } from 'preact/hooks';
import { Notice, Problem } from '../../components/bar/notice.js';
import { StateMark } from '../../components/marks/state-mark.js';
import { DiffText } from '../../components/text/diff-text.js';
import type { Pair } from '../../data/comparing/paired-rows.js';
import { runHref } from '../../data/route/route.js';
import type { WireRow } from '../../data/row.js';
import type { PageSource } from '../../data/source/page-source.js';
import type { RunStore } from '../../data/run-store.js';
import { ThresholdsOfRun, thresholdsOf, type Thresholds } from '../../data/thresholds.js';
import { useLoaded } from '../../data/use-loaded.js';
import { formatDifference, formatExactScore } from '../../figures/format.js';
import { contentText } from '../../text/message-text.js';
import { rowState } from '../case/case-head.js';
import { EvaluatorTree } from '../case/scores/evaluator-tree.js';
import { Section } from '../case/section.js';

interface Props {
  readonly source: PageSource;
  readonly storeA: RunStore;
  readonly storeB: RunStore;
  readonly pair: Pair;
  readonly onClose: () => void;
}

function Side({ name, run, position, row, thresholds }: { readonly thresholds: Thresholds; readonly name: string; readonly run: string; readonly position: number; readonly row: WireRow }) {
  return (
    <div class="side">
      <h4>
        {name} <StateMark state={rowState(row)} word /> <b class="number">{formatExactScore(row.score, thresholds)}</b>{' '}
        <a href={runHref(run, { row: String(position) })}>open</a>
      </h4>
      {row.error !== undefined && <p class="bad">{visibleText(row.error.message)}</p>}
      <ThresholdsOfRun.Provider value={thresholds}>
        <EvaluatorTree results={row.evaluators} />
      </ThresholdsOfRun.Provider>
    </div>
  );
}

/** Two replies to one case: what differs, and how each was scored. */
export function PairView({ source, storeA, storeB, pair, onClose }: Props) {
  const [runA, runB] = [storeA.id, storeB.id];
  const place = useRef<HTMLElement>(null);
  const { value, problem, again } = useLoaded(
    async (signal) => {
      const [a, b] = await Promise.all([source.rows(runA, [pair.a], signal), source.rows(runB, [pair.b], signal)]);
      return { a: a[0]?.row as unknown as WireRow | undefined, b: b[0]?.row as unknown as WireRow | undefined };
    },
    `${runA}/${pair.a}/${runB}/${pair.b}`,
  );
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const question = value?.a?.input.findLast(({ role }) => role === 'user');
  return (
    <article ref={place} class="case pair" aria-label="Compared replies" tabIndex={-1}>
      {problem !== undefined && <Problem problem={problem} again={again} />}
      {value === undefined && problem === undefined && <Notice kind="wait">Reading …</Notice>}
      {value?.a !== undefined && value.b !== undefined && (
        <>
          <header class="case-head">
            <div class="case-actions">
              <button type="button" class="quiet close" onClick={onClose} aria-label="Close the case">
                ✕
              </button>
            </div>
            <h2>{visibleText(value.a.case_id)}</h2>
            <p class="case-facts">
              <b class="number">{formatDifference(pair.difference)}</b> <span class="meta">{visibleText(value.a.suite)}</span>
            </p>
          </header>
          {question !== undefined && (
            <Section title="Question">
              <pre class="raw">{visibleText(contentText(question.content))}</pre>
            </Section>
          )}
          <Section title="Replies">
            <DiffText from={value.a.output?.text ?? ''} to={value.b.output?.text ?? ''} fromLabel="A" toLabel="B" />
          </Section>
          <div class="beside">
            <Side name="A" run={runA} position={pair.a} row={value.a} thresholds={thresholdsOf(storeA)} />
            <Side name="B" run={runB} position={pair.b} row={value.b} thresholds={thresholdsOf(storeB)} />
          </div>
        </>
      )}
    </article>
  );
}
