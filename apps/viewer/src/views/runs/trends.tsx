import type { PageRun } from '@assay/schema';
import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { Select } from '../../components/bar/select.js';
import { axisStyle, chartColor, Plot } from '../../components/table/plot.js';
import { Interval } from '../../components/marks/interval.js';
import type { WireSummary } from '../../data/row.js';
import { thresholdsIn, type Thresholds } from '../../data/thresholds.js';
import { formatCost, formatDuration, formatScore } from '../../figures/format.js';
import { summaryOf } from './run-figures.js';

type Group = WireSummary['groups'][number];

/** A group of a run, with when that began, in seconds since the epoch. */
interface Point {
  readonly at: number;
  readonly group: Group;
  /** Of its run. */
  readonly thresholds: Thresholds;
}

const HEIGHT = 150;
/** An end of the intervals: seen as the edge of a band. */
const BOUND: uPlot.Series = { width: 0, points: { show: false } };

/** The groups of all runs by suite, target and variant, oldest first; those that are in more than one run. */
function groupsOver(runs: readonly PageRun[]): ReadonlyMap<string, readonly Point[]> {
  const found = new Map<string, Point[]>();
  for (const run of runs.toReversed()) {
    const at = Date.parse(String(run.manifest['started_at'])) / 1000;
    if (Number.isNaN(at)) continue;
    const thresholds = thresholdsIn(run.manifest);
    for (const group of summaryOf(run)?.groups ?? []) {
      const name = `${group.suite} on ${group.target}${group.variant === undefined ? '' : ` · ${group.variant}`}`;
      found.set(name, [...(found.get(name) ?? []), { at, group, thresholds }]);
    }
  }
  return new Map([...found].filter(([, points]) => points.length > 1));
}

interface Measure {
  readonly title: string;
  readonly of: (group: Group) => number | null | undefined;
  readonly shown: (value: number | null | undefined, thresholds?: Thresholds) => string;
  /** Beside an axis. */
  readonly tick: (value: number) => string;
  readonly range?: [number, number];
  /** How sure it is. */
  readonly interval?: (group: Group) => Group['interval'];
}

/** Where nothing is known of it, it is not nothing. */
function costOf({ cost_usd: targets, judge_cost_usd: judges, cost_incomplete: incomplete }: Group): number | null {
  const known = (targets ?? 0) + (judges ?? 0);
  return (targets === undefined && judges === undefined) || (incomplete && known === 0) ? null : known;
}

const MEASURES: readonly Measure[] = [
  { title: 'Score', of: ({ score }) => score, shown: formatScore, tick: String, range: [0, 1], interval: ({ interval }) => interval },
  { title: 'Cost', of: costOf, shown: formatCost, tick: (value) => `$${Number(value.toPrecision(3))}` },
  { title: 'Median time', of: (group) => group.latency_ms?.median, shown: formatDuration, tick: formatDuration },
];

/** What tells a run from the others: its day, or its time where all are of one day. */
function dayOrTime(points: readonly Point[], number: number): string {
  const day = (point: Point | undefined): string => new Date((point?.at ?? 0) * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  const point = points[number - 1];
  return day(points[0]) === day(points.at(-1)) ? new Date((point?.at ?? 0) * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }) : day(point);
}

function Trend({ points, measure, theme }: { readonly points: readonly Point[]; readonly measure: Measure; readonly theme: string }) {
  const data = useMemo((): uPlot.AlignedData => {
    const column = (of: (group: Group) => number | null | undefined): (number | null)[] => points.map(({ group }) => of(group) ?? null);
    const bounds = measure.interval === undefined ? [] : [column((group) => measure.interval?.(group)?.low), column((group) => measure.interval?.(group)?.high)];
    // The line comes last: what is drawn later lies above.
    return [points.map((_, at) => at + 1), ...bounds, column(measure.of)];
  }, [points, measure]);
  const isKnown = points.some(({ group }) => typeof measure.of(group) === 'number');
  const [first, last] = [points[0], points.at(-1)];
  const shownOf = (point: Point | undefined): string => measure.shown(point && measure.of(point.group), point?.thresholds);
  const words = first && last ? `${measure.title} over ${points.length} runs: from ${shownOf(first)} to ${shownOf(last)}` : '';
  return (
    <figure>
      <figcaption>
        {measure.title} <b class="number">{shownOf(last)}</b> {last !== undefined && <Interval of={measure.interval?.(last.group)} />}
      </figcaption>
      {isKnown ? <Plot
        label={words}
        data={data}
        height={HEIGHT}
        drawnFor={theme}
        options={{
          legend: { show: false },
          cursor: { show: false },
          scales: { x: { time: false, range: [0.5, points.length + 0.5] }, y: measure.range === undefined ? { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } : { range: measure.range } },
          axes: [
            { ...axisStyle(), splits: () => points.map((_, at) => at + 1).filter((at) => points.length <= 8 || at % Math.ceil(points.length / 8) === 0), values: (_, ticks) => ticks.map((tick) => dayOrTime(points, tick)) },
            { ...axisStyle(), size: 64, values: (_, ticks) => ticks.map((tick) => measure.tick(tick)) },
          ],
          series: [{}, ...(measure.interval === undefined ? [] : [BOUND, BOUND]), { stroke: chartColor('accent'), width: 2, points: { show: true, size: 6, fill: chartColor('accent') } }],
          ...(measure.interval === undefined ? {} : { bands: [{ series: [2, 1] as [number, number], fill: chartColor('accent-well') }] }),
        }}
      /> : <p class="hint">Not known of any of these runs.</p>}
    </figure>
  );
}

/** How a suite went on a target from run to run. */
export function Trends({ runs, theme }: { readonly runs: readonly PageRun[]; readonly theme: string }) {
  const groups = useMemo(() => groupsOver(runs), [runs]);
  const [chosen, setChosen] = useState('');
  const name = groups.has(chosen) ? chosen : [...groups.keys()][0];
  const points = name === undefined ? undefined : groups.get(name);
  if (name === undefined || points === undefined) return null;
  return (
    <section class="trends" aria-label="Trend">
      <div class="part-head">
        <h2>Trend</h2>
        <Select label="Of" value={name} options={[...groups.keys()].map((value) => ({ value, text: value }))} onChange={setChosen} />
      </div>
      <div class="charts three">
        {MEASURES.map((measure) => (
          <Trend key={measure.title} points={points} measure={measure} theme={theme} />
        ))}
      </div>
    </section>
  );
}
