import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import { axisStyle, chartColor, Plot } from '../../../components/table/plot.js';
import type { RunIndex } from '../../../data/index/run-index.js';
import { FORGIVEN, repliesText } from '../../../figures/format.js';

const BINS = 20;
const HEIGHT = 180;
/** More points make a blot, and take long. */
const MOST_POINTS = 5000;

interface Props {
  readonly index: RunIndex;
  readonly shown: Uint8Array;
  readonly theme: string;
}

function histogram(index: RunIndex, shown: Uint8Array): { readonly bins: number[]; readonly scored: number } {
  const bins = Array.from({ length: BINS }, () => 0);
  let scored = 0;
  for (let position = 0; position < shown.length; position += 1) {
    const score = index.score[position] ?? Number.NaN;
    if (shown[position] !== 1 || Number.isNaN(score)) continue;
    const bin = Math.min(BINS - 1, Math.floor((score + FORGIVEN) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
    scored += 1;
  }
  return { bins, scored };
}

/** Latency in seconds and cost of rows, by latency. */
function points(index: RunIndex, shown: Uint8Array): [number[], number[]] {
  const found: [number, number][] = [];
  const step = Math.max(1, Math.ceil(shown.length / MOST_POINTS));
  for (let position = 0; position < shown.length; position += step) {
    const [latency, cost] = [index.latency[position] ?? Number.NaN, index.cost[position] ?? Number.NaN];
    if (shown[position] === 1 && !Number.isNaN(latency) && !Number.isNaN(cost)) found.push([latency / 1000, cost]);
  }
  found.sort((a, b) => a[0] - b[0]);
  return [found.map(([x]) => x), found.map(([, y]) => y)];
}

/** How scores lie, and what time and money replies took. */
export function Charts({ index, shown, theme }: Props) {
  const { bins, scored } = useMemo(() => histogram(index, shown), [index, shown]);
  const scatter = useMemo(() => points(index, shown), [index, shown]);
  const bars = useMemo((): uPlot.AlignedData => [bins.map((_, bin) => (bin + 0.5) / BINS), bins], [bins]);
  const most = Math.max(...bins);
  const peak = bins.indexOf(most);
  return (
    <div class="charts">
      <figure>
        <figcaption>Scores</figcaption>
        <Plot
          label={`Histogram of ${scored} scores; most of them, ${most}, lie from ${(peak / BINS).toFixed(2)} to ${((peak + 1) / BINS).toFixed(2)}`}
          data={bars}
          height={HEIGHT}
          drawnFor={theme}
          options={{
            legend: { show: false },
            cursor: { show: false },
            scales: { x: { time: false, range: [0, 1] }, y: { range: [0, Math.max(1, most)] } },
            axes: [axisStyle(), { ...axisStyle(), size: 44 }],
            series: [{}, { fill: chartColor('accent'), stroke: chartColor('accent'), width: 0, points: { show: false }, ...(uPlot.paths.bars === undefined ? {} : { paths: uPlot.paths.bars({ size: [0.85], align: 0 }) }) }],
          }}
        />
      </figure>
      <figure>
        <figcaption>Cost against time</figcaption>
        {scatter[1].every((cost) => cost === 0) ? (
          <p class="hint">{scatter[0].length === 0 ? 'No reply has both a time and a price.' : 'No reply cost anything.'}</p>
        ) : (
          <Plot
            label={`Cost of ${repliesText(scatter[0].length)} in US dollars against their time in seconds`}
            data={scatter}
            height={HEIGHT}
            drawnFor={theme}
            options={{
              legend: { show: false },
              cursor: { show: false },
              scales: { x: { time: false } },
              axes: [{ ...axisStyle(), values: (_, ticks) => ticks.map((tick) => `${tick} s`) }, { ...axisStyle(), size: 84, values: (_, ticks) => ticks.map((tick) => `$${Number(tick.toPrecision(3))}`) }],
              series: [{}, { stroke: chartColor('accent'), paths: () => null, points: { show: true, size: 5, fill: chartColor('accent') } }],
            }}
          />
        )}
      </figure>
    </div>
  );
}
