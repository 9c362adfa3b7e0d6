import type { MeanWithInterval } from '../../figures/intervals.js';
import type { Grouping } from '../route/run-layout.js';
import { GroupedMeans } from './grouped-means.js';
import { NONE, PASS, type RunIndex } from '../index/run-index.js';

/** Rows that have something in common, with their mean score: that of the evaluator where rows are grouped by evaluators. */
export interface Slice extends MeanWithInterval {
  readonly name: string;
  /** What a filter for these rows names; the path of a suite, for one. */
  readonly value: string;
  readonly rows: number;
  readonly passed: number;
  readonly scored: number;
}

/** There are many slices: so many clusters tell of each how sure it is. */
const MOST_CLUSTERS = 256;

interface Tally {
  rows: number;
  passed: number;
  scored: number;
  readonly means: GroupedMeans;
}

/** Numbers of the names that a row counts for. */
function namesOf(index: RunIndex, position: number, by: Exclude<Grouping, 'evaluator'>): readonly number[] {
  if (by === 'tag') return index.caseOf(position).tags;
  if (by === 'suite') return [index.suiteOf(position)];
  if (by === 'target') return [index.target[position] ?? 0];
  if (by === 'variant') return [index.variant[position] ?? 0];
  const error = index.error[position] ?? NONE;
  return error === NONE ? [] : [error];
}

const namesBy = ({ names }: RunIndex, by: Grouping): readonly { readonly name: string; readonly value: string }[] => {
  if (by === 'suite') return names.suites.map(({ name, path }) => ({ name, value: path }));
  const plain = { tag: names.tags, target: names.targets, variant: names.variants, evaluator: names.evaluators, error: names.errors }[by];
  return plain.map((name) => ({ name: name === '' ? '(none)' : name, value: name }));
};

/** The rows that are shown, put together by what they have in common; worst first. A row with several tags is in several slices. @param passFrom from where on the score of an evaluator is a pass */
export function sliceRows(index: RunIndex, shown: Uint8Array, by: Grouping, passFrom = 0.8): readonly Slice[] {
  const least = Math.fround(passFrom);
  const names = namesBy(index, by);
  const tallies = names.map((): Tally => ({ rows: 0, passed: 0, scored: 0, means: new GroupedMeans(index, MOST_CLUSTERS) }));
  const count = (position: number, number: number, score: number, passed: boolean): void => {
    const tally = tallies[number];
    if (tally === undefined) return;
    tally.rows += 1;
    tally.passed += passed ? 1 : 0;
    if (Number.isNaN(score)) return;
    tally.scored += 1;
    tally.means.add(position, score);
  };
  for (let position = 0; position < shown.length; position += 1) {
    if (shown[position] !== 1) continue;
    if (by === 'evaluator') {
      for (let at = index.scoresFrom[position] ?? 0; at < (index.scoresFrom[position + 1] ?? 0); at += 1) {
        const score = index.scoreIs[at] ?? Number.NaN;
        count(position, index.scoreOf[at] ?? NONE, score, score >= least);
      }
    } else {
      for (const number of namesOf(index, position, by)) count(position, number, index.score[position] ?? Number.NaN, index.verdict[position] === PASS);
    }
  }
  return tallies
    .flatMap(({ rows, passed, scored, means }, at) => {
      const { name = '', value = '' } = names[at] ?? {};
      return rows === 0 ? [] : [{ name, value, rows, passed, scored, ...means.end() }];
    })
    .toSorted((a, b) => (a.mean ?? -1) - (b.mean ?? -1) || b.rows - a.rows);
}
