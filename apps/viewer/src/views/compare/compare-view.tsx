import type { PageTable } from '@assay/schema';
import { useMemo } from 'preact/hooks';
import { Notice, Problem } from '../../components/bar/notice.js';
import { Select } from '../../components/bar/select.js';
import { AskedTables } from '../../components/table/asked-tables.js';
import { useMedia } from '../../components/use-media.js';
import { comparisonKey } from '../../data/comparing/comparison-key.js';
import { compareFigures } from '../../data/comparing/compare-figures.js';
import { comparedSides, type SideChoice } from '../../data/comparing/compared-sides.js';
import { pairRows, type Pair } from '../../data/comparing/paired-rows.js';
import { changeParams } from '../../data/route/use-route.js';
import type { PageSource } from '../../data/source/page-source.js';
import { thresholdsOf } from '../../data/thresholds.js';
import { useLoaded } from '../../data/use-loaded.js';
import { useRun } from '../../data/use-run.js';
import { useKeys } from '../../keyboard/use-keys.js';
import { CompareHead } from './compare-head.js';
import { PairGrid } from './pair-grid.js';
import { PairView } from './pair-view.js';

interface Props {
  readonly source: PageSource;
  readonly a: string;
  readonly b: string;
  readonly params: URLSearchParams;
  /** What a report was asked to sum up of the comparison that it is of. */
  readonly slices: readonly PageTable[] | undefined;
}

const KINDS = { changed: 'worse or better', worse: 'worse', better: 'better', all: 'all' } as const;
type Kind = keyof typeof KINDS;

function isOfKind({ difference }: Pair, kind: Kind): boolean {
  if (kind === 'all') return true;
  if (difference === undefined) return kind === 'changed';
  if (kind === 'worse') return difference < 0;
  return kind === 'better' ? difference > 0 : difference !== 0;
}

/** `?a=TARGET&av=VARIANT` */
const sideOf = (params: URLSearchParams, name: 'a' | 'b'): SideChoice => ({ target: params.get(name) ?? undefined, variant: params.get(`${name}v`) ?? undefined });

function onSide(name: 'a' | 'b', { target, variant }: SideChoice): void {
  changeParams((params) => {
    for (const [key, value] of [[name, target], [`${name}v`, variant]] as const) {
      if (value === undefined) params.delete(key);
      else params.set(key, value);
    }
    // Nothing chosen here is nothing chosen there: else the other side would choose again.
    if (target === undefined && variant === undefined) for (const key of ['a', 'av', 'b', 'bv']) params.delete(key);
    params.delete('row');
  });
}

/** Two runs, or two targets of one, case by case. */
export function CompareView({ source, a, b, params, slices }: Props) {
  const isOneRun = a === b || b === '';
  const storeA = useRun(source, a);
  const storeOther = useRun(source, isOneRun ? '' : b);
  const storeB = isOneRun ? storeA : storeOther;
  const isWide = useMedia('(min-width: 1080px)');
  const isNarrow = useMedia('(max-width: 640px)');
  const [indexA, indexB] = [storeA.index, storeB.index];
  const sides = comparedSides(indexA.ordered, indexB.ordered, { a: sideOf(params, 'a'), b: sideOf(params, 'b') }, isOneRun);
  const pairing = useMemo(
    () => pairRows({ index: indexA, ...sides.a }, { index: indexB, ...sides.b }),
    [indexA, indexB, storeA.version, storeB.version, JSON.stringify(sides)],
  );
  const key = pairing.pairs.length === 0 ? '' : comparisonKey(storeA, storeB, sides);
  const changes = useLoaded(async (signal) => (key === '' ? undefined : source.compare({ a: storeA.id, b: storeB.id, sides }, signal)), key);
  const figures = useMemo(() => compareFigures(pairing.pairs, indexA, indexB), [pairing]);
  const thresholds = useMemo(() => ({ a: thresholdsOf(storeA), b: thresholdsOf(storeB) }), [storeA.run, storeB.run]);
  const choice = params.get('only');
  const kind: Kind = choice !== null && choice in KINDS ? (choice as Kind) : pairing.pairs.some((pair) => isOfKind(pair, 'changed')) ? 'changed' : 'all';
  const pairs = useMemo(() => pairing.pairs.filter((pair) => isOfKind(pair, kind)), [pairing, kind]);
  const row = params.get('row');
  const open = row === null ? undefined : pairing.pairs.find((pair) => pair.b === Number(row));
  const onOpen = (pair: Pair | undefined): void => changeParams((to) => (pair === undefined ? to.delete('row') : to.set('row', String(pair.b))));
  const step = (by: number): void => onOpen(pairs[Math.max(0, Math.min(pairs.length - 1, (open === undefined ? -1 : pairs.indexOf(open)) + by))]);
  useKeys({
    Escape: open === undefined ? undefined : () => onOpen(undefined),
    ...(open === undefined ? {} : { j: () => step(1), k: () => step(-1) }),
  });

  const failed = [storeA, storeB].find(({ state, index }) => state === 'failed' && index.rows === 0);
  if (failed?.problem !== undefined) return <Problem problem={failed.problem} view="Comparison" />;
  return (
    <div class={`run compare${open !== undefined && isWide ? ' split' : ''}`}>
      <h1 class="unseen">Comparison</h1>
      <section class="run-list" aria-label="Comparison" hidden={open !== undefined && !isWide}>
        <CompareHead a={storeA} b={storeB} isOneRun={isOneRun} sides={sides} pairing={pairing} figures={figures} changes={changes} onSide={onSide} />
        {/* A report tells changes only of what it is of. */}
        {changes.value !== undefined && <AskedTables tables={slices} of="comparison" />}
        <div class="bars">
          <Select label="Show" value={kind} options={Object.entries(KINDS).map(([value, text]) => ({ value, text }))} onChange={(value) => changeParams((all) => all.set('only', value))} />
        </div>
        {pairs.length > 0 ? (
          <PairGrid a={indexA} b={indexB} thresholds={thresholds} sides={sides} pairs={pairs} narrow={isNarrow} active={open === undefined} open={open} onOpen={onOpen} />
        ) : (
          <Notice kind={storeA.state === 'loading' ? 'wait' : 'hint'}>{storeA.state === 'loading' ? 'Reading the runs …' : 'There is nothing that both have.'}</Notice>
        )}
      </section>
      {open !== undefined && <PairView source={source} storeA={storeA} storeB={storeB} pair={open} onClose={() => onOpen(undefined)} />}
    </div>
  );
}
