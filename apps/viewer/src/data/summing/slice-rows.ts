import type { Interval } from '@assay/statistics';
import { FORGIVEN } from '../../figures/format.js';
import type { MeanWithInterval } from '../../figures/intervals.js';
import { metadataKey, type Grouping } from '../route/run-layout.js';
import { GroupedMeans } from './grouped-means.js';
import { NONE, PASS, type RunIndex } from '../index/run-index.js';

/** Rows that have something in common, with their mean score: that of the evaluator where rows are grouped by evaluators. */
export interface Slice extends MeanWithInterval {
  readonly name: string;
  /** What a filter for these rows names; the path of a suite, for one. */
  readonly value: string;
  /** True for a slice of several values. */
  readonly several?: true;
  readonly rows: number;
  readonly passed: number;
  /** Those with a verdict: scored ones may be open. */
  readonly ruled: number;
  /** Of 95 %, of the share that passed of those with a verdict; undefined without any. */
  readonly passInterval: Interval | undefined;
}

/** There are many slices: so many clusters tell of each how sure it is. */
const MOST_CLUSTERS = 256;

interface Tally {
  rows: number;
  passed: number;
  ruled: number;
  readonly means: GroupedMeans;
  readonly passes: GroupedMeans;
}

/** Values of metadata that have a slice each; the others share one. */
const MOST_VALUES = 200;

interface SliceName {
  readonly name: string;
  readonly value: string;
  /** True for what is several names, so that no filter can ask for it. */
  readonly several?: true;
}

/** What rows are put together by: its names, and the numbers of those that a row counts for. */
interface Grouped {
  readonly names: readonly SliceName[];
  of(position: number): readonly number[];
}

/** Cases by what they have under a key of metadata. */
function byMetadata({ names, case: cases }: RunIndex, key: string): Grouped {
  const wanted = names.metadata.indexOf(key);
  const numbers = new Map<string, number>();
  const ofCase = names.cases.map(({ metadata }): readonly number[] => {
    const value = metadata?.find(([of]) => of === wanted)?.[1] ?? '';
    // Only where there are too many of them is there a slice of others, which is the last one then.
    const number = numbers.get(value) ?? numbers.size;
    if (number < MOST_VALUES) numbers.set(value, number);
    return [number];
  });
  const found = [...numbers.keys()].map((value): SliceName => ({ name: value === '' ? '(none)' : value, value }));
  return { names: [...found, { name: '(others)', value: '', several: true }], of: (position) => ofCase[cases[position] ?? 0] ?? [] };
}

type NamedGrouping = Exclude<Grouping, `metadata:${string}`>;

/** Numbers of the names that a row counts for. */
function namesOf(index: RunIndex, position: number, by: Exclude<NamedGrouping, 'evaluator'>): readonly number[] {
  if (by === 'tag') return index.caseOf(position).tags;
  if (by === 'suite') return [index.suiteOf(position)];
  if (by === 'target') return [index.target[position] ?? 0];
  if (by === 'variant') return [index.variant[position] ?? 0];
  const error = index.error[position] ?? NONE;
  return error === NONE ? [] : [error];
}

const namesBy = ({ names }: RunIndex, by: NamedGrouping): readonly SliceName[] => {
  if (by === 'suite') return names.suites.map(({ name, path }) => ({ name, value: path }));
  const plain = { tag: names.tags, target: names.targets, variant: names.variants, evaluator: names.evaluators, error: names.errors }[by];
  return plain.map((name) => ({ name: name === '' ? '(none)' : name, value: name }));
};

function groupedBy(index: RunIndex, by: Grouping): Grouped {
  const key = metadataKey(by);
  if (key !== undefined) return byMetadata(index, key);
  const named = by as NamedGrouping;
  return { names: namesBy(index, named), of: named === 'evaluator' ? () => [] : (position) => namesOf(index, position, named) };
}

/** The rows that are shown, put together by what they have in common; worst first. A row with several tags is in several slices. @param passFrom from where on the score of an evaluator is a pass */
export function sliceRows(index: RunIndex, shown: Uint8Array, by: Grouping, passFrom = 0.8): readonly Slice[] {
  const least = passFrom - FORGIVEN;
  const { names, of } = groupedBy(index, by);
  const tallies = names.map((): Tally => ({ rows: 0, passed: 0, ruled: 0, means: new GroupedMeans(index, { mostClusters: MOST_CLUSTERS }), passes: new GroupedMeans(index, { weighted: false, mostClusters: MOST_CLUSTERS }) }));
  const count = (position: number, number: number, score: number, passed: boolean | undefined): void => {
    const tally = tallies[number];
    if (tally === undefined) return;
    tally.rows += 1;
    tally.passed += passed === true ? 1 : 0;
    const isRuled = !Number.isNaN(score) && passed !== undefined;
    tally.means.add(position, score);
    tally.passes.add(position, isRuled ? Number(passed) : Number.NaN);
    if (isRuled) tally.ruled += 1;
  };
  for (let position = 0; position < shown.length; position += 1) {
    if (shown[position] !== 1) continue;
    if (by === 'evaluator') {
      for (let at = index.scoresFrom[position] ?? 0; at < (index.scoresFrom[position + 1] ?? 0); at += 1) {
        const score = index.scoreIs[at] ?? Number.NaN;
        count(position, index.scoreOf[at] ?? NONE, score, score >= least);
      }
    } else {
      const verdict = index.verdict[position] ?? NONE;
      for (const number of of(position)) count(position, number, index.score[position] ?? Number.NaN, verdict === NONE ? undefined : verdict === PASS);
    }
  }
  return tallies
    .flatMap(({ rows, passed, ruled, means, passes }, at) => {
      const { name = '', value = '', several } = names[at] ?? {};
      return rows === 0 ? [] : [{ name, value, ...(several ? { several } : {}), rows, passed, ruled, ...means.end(), passInterval: passes.end().interval }];
    })
    .toSorted((a, b) => (a.mean ?? -1) - (b.mean ?? -1) || b.rows - a.rows);
}
