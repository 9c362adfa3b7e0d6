import type { PageRun } from '@assay/schema';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Notice, Problem } from '../../components/bar/notice.js';
import { askLater } from '../../data/ask-later.js';
import { compareHref, runHref } from '../../data/route/route.js';
import type { PageSource } from '../../data/source/page-source.js';
import { useLoaded } from '../../data/use-loaded.js';
import { useKeys } from '../../keyboard/use-keys.js';
import { RunLine } from './run-line.js';
import { Trends } from './trends.js';

const MOST = 500;
/** The list is asked for again after so many milliseconds: the sooner one while a run goes on, the other since runs may begin. */
const AGAIN_MS = 5000;
const SELDOM_MS = 10_000;

interface Props {
  readonly source: PageSource;
  /** Whether runs may come and change: not in a file. */
  readonly watch: boolean;
  readonly project: string | undefined;
  readonly theme: string;
}

/** By when they began; a run that does not tell comes last. Names of folders say nothing of it. */
const newestFirst = (a: PageRun, b: PageRun): number => startOf(b) - startOf(a);
const startOf = ({ manifest }: PageRun): number => Date.parse(String(manifest['started_at'])) || 0;

/** Whether a run goes on. */
const goesOn = (runs: readonly PageRun[]): boolean => runs.some(({ state }) => state === 'running');

/** What was read before stays where nothing has changed, so that nothing is drawn anew, and where nobody answers any more: that is told elsewhere. */
async function readRuns(source: PageSource, before: readonly PageRun[] | undefined): Promise<readonly PageRun[]> {
  try {
    const runs = await source.runs();
    return before !== undefined && JSON.stringify(before) === JSON.stringify(runs) ? before : runs;
  } catch (error) {
    if (before === undefined) throw error;
    return before;
  }
}

/** The project's runs, newest first, and how they went over time. */
export function RunsView({ source, watch, project, theme }: Props) {
  const read = useRef<readonly PageRun[] | undefined>(undefined);
  const load = async (): Promise<readonly PageRun[]> => {
    const found = await readRuns(source, read.current);
    read.current = found;
    if (watch) askLater(again, goesOn(found) ? AGAIN_MS : SELDOM_MS);
    return found;
  };
  const { value, problem, again }: ReturnType<typeof useLoaded<readonly PageRun[]>> = useLoaded(load, 'runs');
  const [held, setHeld] = useState<string | undefined>(undefined);
  const [chosenIds, setChosen] = useState<readonly string[]>([]);
  const runs = useMemo(() => (value ?? []).toSorted(newestFirst).slice(0, MOST), [value]);
  // Runs that begin push the others down, and some go away: keys stay with the run, and not with its place.
  const line = Math.max(0, runs.findIndex(({ id }) => id === held));
  const current = runs[line];
  const chosen = chosenIds.filter((one) => runs.some(({ id }) => id === one));
  const choose = (id: string): void => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen.slice(-1), id]);
  // The older of two is what the newer is compared with.
  const [newer, older] = runs.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
  const comparison = newer !== undefined && older !== undefined ? compareHref(older, newer) : undefined;
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(runs.length - 1, to));
    setHeld(runs[next]?.id);
    document.querySelector<HTMLElement>(`#run-line-${next} a`)?.focus();
  };
  const open = (href: string | undefined): void => {
    if (href !== undefined) location.hash = href;
  };
  useKeys({
    j: () => move(line + 1),
    ArrowDown: () => move(line + 1),
    k: () => move(line - 1),
    ArrowUp: () => move(line - 1),
    Home: () => move(0),
    End: () => move(runs.length - 1),
    Enter: () => open(current && runHref(current.id)),
    x: () => current && choose(current.id),
    c: () => open(comparison),
  });
  if (problem !== undefined) return <Problem problem={problem} again={again} view="Runs" runs={false} />;
  if (value === undefined) return <Notice kind="wait">Looking for runs …</Notice>;
  return (
    <section class="runs" aria-label="Runs">
      <header class="view-head">
        <h1>Runs</h1>
        {project !== undefined && <span class="dim">{project}</span>}
        {comparison === undefined ? (
          runs.length > 1 && <span class="hint">Choose two to compare them.</span>
        ) : (
          <a class="button" href={comparison}>
            Compare the two
          </a>
        )}
      </header>
      {runs.length === 0 && (
        <Notice kind="hint">
          There are no runs yet. <code>assay run</code> makes one.
        </Notice>
      )}
      {runs.length > 0 && (
        <div class="runs-table">
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">Choose</span>
                </th>
                <th scope="col">Run</th>
                <th scope="col">Outcome</th>
                <th scope="col">Verdicts</th>
                <th scope="col" class="number">Score</th>
                <th scope="col" class="number">Passed</th>
                <th scope="col" class="number">Cost</th>
                <th scope="col" class="number">Took</th>
                <th scope="col">Suites and targets</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run, at) => (
                <RunLine key={run.id} run={run} id={`run-line-${at}`} chosen={chosen.includes(run.id)} onChoose={() => choose(run.id)} onFocus={() => setHeld(run.id)} />
              ))}
            </tbody>
          </table>
          {value.length > MOST && <p class="hint">{value.length - MOST} older ones</p>}
        </div>
      )}
      {runs.length > 1 && <Trends runs={runs} theme={theme} />}
    </section>
  );
}
