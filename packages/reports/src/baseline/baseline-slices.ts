import { UsageError, type ComparedSlice, type ComparedSlices, type ResultRow } from '@assay/schema';
import { heaviestOf } from '../comparison/change/change-unit.js';
import { meanChange, seedOf } from '../comparison/change/mean-change.js';
import { encodeMeanChange } from '../comparison/change/encode-mean-change.js';
import { decideTogether } from '../comparison/change/readings.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { sliceKey } from '../statistics/slices/slice-key.js';
import { compareSliceNames, createSliceValues, type SliceName } from '../statistics/slices/slice-values.js';
import type { CheckBaselinesOptions } from './baseline-check.js';
import { checkGroup, type BaselineGroupCheck } from './check-group.js';
import { SCORE_ROUNDING } from './results/baseline-change.js';
import type { CaseResult, GroupResults } from './results/run-results.js';

/** The values that the cases of a run have. */
export interface SlicedCases {
  readonly name: string;
  /** Takes a row of the run. @param key of its case in a baseline */
  add(row: ResultRow, key: string): void;
  /** The slices that a case is in. */
  of(group: Pick<GroupResults, 'suite' | 'suitePath' | 'target'>, key: string): Iterable<SliceName>;
  /** What is wrong with the key where no case has what it names; undefined when one has. */
  unknown(): UsageError | undefined;
}

/** What the cases with a value come to beside their baselines. */
interface CheckedSlice extends ComparedSlice {
  /** Whether they are worse hangs on what has no score. */
  readonly open: number;
}

/** A check, apart for each value of a key. */
export interface CheckedSlices extends ComparedSlices {
  readonly slices: readonly CheckedSlice[];
}

/** How cases are distinguished by `tag:lang`, say. @throws UsageError for a key that cannot be, also by evaluators, whose scores no baseline has. */
export function createSlicedCases(name: string): SlicedCases {
  const key = sliceKey(name);
  if (name === 'evaluator') {
    throw new UsageError('baselines cannot be checked by evaluator: they have the scores of cases alone', { hint: 'hold the run against another run: assay compare RUN RUN --by evaluator' });
  }
  const [values, cases] = [createSliceValues(), new Map<string, Set<SliceName>>()];
  const place = ({ suite, suitePath, target }: Parameters<SlicedCases['of']>[0], of: string): string => JSON.stringify([suite, suitePath, target, of]);
  return {
    name: key.name,
    add(row, of) {
      const at = place(row, of);
      const found = cases.get(at) ?? new Set<SliceName>();
      cases.set(at, found);
      for (const { value } of key.parts(row, VERDICT_THRESHOLDS)) found.add(values.of(value));
    },
    of: (group, of) => cases.get(place(group, of)) ?? [],
    unknown: key.unknown,
  };
}

/** The cases of a group by slice. */
function apart(results: GroupResults, sliced: SlicedCases): ReadonlyMap<SliceName, ReadonlyMap<string, CaseResult>> {
  const found = new Map<SliceName, Map<string, CaseResult>>();
  for (const [key, result] of results.cases) {
    for (const name of sliced.of(results, key)) {
      const cases = found.get(name) ?? new Map<string, CaseResult>();
      found.set(name, cases.set(key, result));
    }
  }
  return found;
}

const count = (groups: readonly BaselineGroupCheck[], of: (group: BaselineGroupCheck) => number): number => groups.reduce((sum, group) => sum + of(group), 0);

/**
 * Holds the cases with each value of a key against their baselines, whatever suite and target they are of. Cases that the run does not have are in none.
 * What is worse is corrected for how many values there are (Holm); it decides nothing.
 */
export function checkSlices(options: CheckBaselinesOptions, sliced: SlicedCases): CheckedSlices {
  const { terms } = options;
  const slices = new Map<SliceName, BaselineGroupCheck[]>();
  for (const { results, baseline } of options.groups) {
    if (!baseline) continue;
    for (const [name, cases] of apart(results, sliced)) {
      const groups = slices.get(name) ?? [];
      slices.set(name, groups);
      groups.push(checkGroup(baseline, { ...results, cases }, options));
    }
  }
  const sorted = [...slices].sort(([one], [other]) => compareSliceNames(one, other));
  const together = Math.max(1, sorted.filter(([, groups]) => groups.some(({ compared }) => compared > 0)).length);
  const open = sorted.map(([, groups]) => meanChange(groups.flatMap(({ units }) => units.list('found')), { ...terms, together, heaviest: heaviestOf(groups.flatMap(({ units }) => units.planned())), seed: seedOf(), rounding: SCORE_ROUNDING }));
  const changes = decideTogether(open, terms);
  return {
    by: sliced.name,
    slices: sorted.map(([name, groups], index) => {
      const change = changes[index] ?? null;
      return {
        value: name ?? '',
        ...(name === undefined ? { others: true as const } : {}),
        compared: count(groups, ({ compared }) => compared),
        worse: count(groups, ({ regressed }) => regressed.length),
        same: count(groups, ({ same }) => same),
        better: count(groups, ({ improved }) => improved.length),
        open: count(groups, ({ undecided }) => undecided.length),
        scoreBefore: change?.before ?? null,
        score: change?.after ?? null,
        change,
      };
    }),
  };
}

/** The slices of a key as the object that is printed. */
export function encodeCheckedSlices({ by, slices }: CheckedSlices): Record<string, unknown> {
  return {
    by,
    slices: slices.map(({ value, others, compared, worse, same, better, open, change }) => ({ value, ...(others ? { others } : {}), compared, worse, same, better, open, change: change && encodeMeanChange(change) })),
  };
}
