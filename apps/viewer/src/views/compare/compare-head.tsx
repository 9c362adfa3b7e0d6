import { useMemo } from 'preact/hooks';
import { Figure } from '../../components/bar/figure.js';
import { Select } from '../../components/bar/select.js';
import { RunState } from '../../components/marks/run-state.js';
import type { Pairing } from '../../data/index/paired-rows.js';
import { runHref } from '../../data/route/route.js';
import type { RunStore } from '../../data/run-store.js';
import type { WireSummary } from '../../data/row.js';
import { formatCount, formatDifference, formatScore } from '../../figures/format.js';
import { meanWithMargin, type MeanWithMargin } from '../../figures/intervals.js';

interface SideProps {
  readonly name: string;
  readonly store: RunStore;
  readonly target: string;
  readonly onTarget: (target: string) => void;
}

/** One of the two that are compared, with what its gate said. */
function SideHead({ name, store, target, onTarget }: SideProps) {
  const reasons = ((store.run?.summary ?? undefined) as unknown as WireSummary | undefined)?.reasons ?? [];
  return (
    <div class="side-head">
      <h2>
        <span class="dim">{name}</span> <a href={runHref(store.id)}>{store.id}</a> {store.run !== undefined && <RunState run={store.run} />}
      </h2>
      {store.index.names.targets.length > 1 && (
        <Select label="Target" any="each with its own" value={target} options={store.index.names.targets.map((value) => ({ value, text: value }))} onChange={onTarget} />
      )}
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.slice(0, 5).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Props {
  readonly a: RunStore;
  readonly b: RunStore;
  readonly targetA: string;
  readonly targetB: string;
  readonly onTargets: (a: string, b: string) => void;
  readonly pairing: Pairing;
}

/** The mean difference of the pairs that are scored on both sides, weighted by case, with its margin. */
function differenceOf({ pairs }: Pairing, { index }: RunStore): MeanWithMargin {
  const sums = new Float64Array(index.clusters);
  const weights = new Float64Array(index.clusters);
  for (const pair of pairs) {
    if (pair.difference === undefined) continue;
    const one = index.case[pair.a] ?? 0;
    const cluster = index.clusterOf(one);
    const weight = index.names.cases[one]?.weight ?? 1;
    sums[cluster] = (sums[cluster] ?? 0) + weight * pair.difference;
    weights[cluster] = (weights[cluster] ?? 0) + weight;
  }
  return meanWithMargin(sums, weights);
}

const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** What is compared, and what it comes to. */
export function CompareHead({ a, b, targetA, targetB, onTargets, pairing }: Props) {
  const { pairs } = pairing;
  const worse = pairs.filter(({ difference }) => difference !== undefined && difference < 0).length;
  const better = pairs.filter(({ difference }) => difference !== undefined && difference > 0).length;
  const difference = useMemo(() => differenceOf(pairing, a), [pairing, a]);
  const onlyOne = pairing.onlyA + pairing.onlyB;
  return (
    <header class="compare-head">
      <div class="sides">
        <SideHead name="A" store={a} target={targetA} onTarget={(target) => onTargets(target, targetB)} />
        <SideHead name="B" store={b} target={targetB} onTarget={(target) => onTargets(targetA, target)} />
      </div>
      <dl class="figures" aria-label="Figures of the comparison">
        <Figure name="compared" title="Cases that both have">
          {formatCount(pairs.length)}
          {onlyOne > 0 && <small> {formatCount(onlyOne)} in one alone</small>}
        </Figure>
        <Figure name="mean difference" title="B minus A, weighted by case, with its interval of 95 %">
          {formatDifference(difference.mean)}
          {difference.margin !== undefined && <small> ± {difference.margin.toFixed(2)}</small>}
        </Figure>
        <Figure name="worse">{formatCount(worse)}</Figure>
        <Figure name="better">{formatCount(better)}</Figure>
        <Figure name="score A">{formatScore(mean(pairs.map(({ scoreA }) => scoreA)))}</Figure>
        <Figure name="score B">{formatScore(mean(pairs.map(({ scoreB }) => scoreB)))}</Figure>
      </dl>
    </header>
  );
}
