import { visibleText, type PageInfo, type PageTrust } from '@assay/schema';
import { Notice, Problem } from '../../components/bar/notice.js';
import { labelHref, runHref } from '../../data/route/route.js';
import type { PageSource } from '../../data/source/page-source.js';
import { useLoaded } from '../../data/use-loaded.js';
import { formatCount } from '../../figures/format.js';
import { useKeys } from '../../keyboard/use-keys.js';
import { ToldTable } from '../../components/table/told-table.js';

interface Props {
  readonly source: PageSource;
  readonly info: PageInfo;
  readonly run: string;
}

function Calibration({ of, run, canLabel }: { readonly of: NonNullable<PageTrust['calibration']>; readonly run: string; readonly canLabel: boolean }) {
  const { summary, notes, tables, more } = of;
  return (
    <section class="calibration" aria-label="Calibration">
      <h2>Judges held against people</h2>
      <p>
        {summary}
        {canLabel && (
          <a class={`button${more > 0 ? '' : ' quiet'}`} href={labelHref(run)}>
            {more > 0 ? `Label ${formatCount(more)} more` : 'Label replies'} <kbd>P</kbd>
          </a>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} class="hint">
          {visibleText(note)}
        </p>
      ))}
      {tables.map((table, at) => (
        <ToldTable key={at} table={table} name={at === 0 ? 'Scores, as judged and corrected' : 'What people say, and what the run says'} />
      ))}
    </section>
  );
}

function Ranking({ of: { summary, tables } }: { readonly of: NonNullable<PageTrust['ranking']> }) {
  return (
    <section class="ranking" aria-label="Ranking">
      <h2>What judges prefer</h2>
      {summary.map((line) => (
        <p key={line} class="hint">
          {visibleText(line)}
        </p>
      ))}
      {tables.map((table, at) => (
        <ToldTable key={at} table={table} name="Strengths" />
      ))}
    </section>
  );
}

/** How far the scores of a run can be trusted: its judges compared with people, and its targets ranked. */
export function TrustView({ source, info, run }: Props) {
  const { value, problem, again } = useLoaded(() => source.trust(run), run);
  useKeys({
    Escape: () => location.assign(runHref(run)),
    P: info.can.label ? () => location.assign(labelHref(run)) : undefined,
  });
  if (problem !== undefined) return <Problem problem={problem} again={again} view={run} runs={info.mode === 'server'} />;
  if (value === undefined) return <Notice kind="wait">Reading the run …</Notice>;
  const { calibration, ranking, problems } = value;
  return (
    <div class="trust">
      <h1>
        Calibration of <a href={runHref(run)}>{visibleText(run)}</a>
      </h1>
      {problems.map((message) => (
        <Problem key={message} problem={{ message }} />
      ))}
      {calibration !== null && <Calibration of={calibration} run={run} canLabel={info.can.label} />}
      {ranking !== null && <Ranking of={ranking} />}
      {calibration === null && ranking === null && problems.length === 0 && <Notice kind="hint">Nothing is known of how far the judges of this run can be trusted.</Notice>}
    </div>
  );
}
