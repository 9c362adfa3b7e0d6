import type { Comparison, ComparisonCase, ComparisonCases, JsonObject } from '@assay/schema';
import type { BaselineChange } from './results/baseline-change.js';
import type { BaselineCheck } from './baseline-check.js';
import type { CheckedSlices } from './baseline-slices.js';
import { encodeBaselineCheck } from './encode-baseline-check.js';

type Group = BaselineCheck['groups'][number];
type ListName = 'regressed' | 'improved' | 'undecided' | 'added' | 'missing' | 'unreferenced';

/** Most cases of a kind that are named. */
const MOST_CASES = 1000;

function caseOf({ suite, suitePath, target }: Group, { key, source, before, after, p }: BaselineChange): ComparisonCase {
  return { suite, suitePath, caseId: key, target, source, scoreBefore: before?.score ?? null, score: after?.score ?? null, verdictBefore: before?.verdict ?? null, ...(p === undefined ? {} : { p }) };
}

function listOf(groups: readonly Group[], name: ListName): ComparisonCases {
  const count = groups.reduce((sum, group) => sum + group[name].length, 0);
  const cases: ComparisonCase[] = [];
  for (const group of groups) cases.push(...group[name].slice(0, MOST_CASES - cases.length).map((change) => caseOf(group, change)));
  return { count, cases };
}

/** A check of baselines as reporters get it. @param run the run that was checked. @param slices what it comes to by keys */
export function reportOfBaselines(check: BaselineCheck, run: { readonly id: string | undefined; readonly location: string }, slices: readonly CheckedSlices[] = []): Comparison {
  const { groups, outcome, exitCode, reasons, filtered, gate, terms } = check;
  const missing = listOf(groups, 'missing');
  return {
    kind: 'baselines',
    before: 'baselines',
    location: run.location,
    runId: run.id,
    outcome,
    exitCode,
    reasons,
    terms,
    gate,
    pairs: groups.map((group) => ({
      suite: group.suite,
      suitePath: group.suitePath,
      targetBefore: group.target,
      target: group.target,
      compared: group.compared,
      worse: group.regressed.length,
      same: group.same,
      better: group.improved.length,
      open: group.undecided.length,
      scoreBefore: group.change?.before ?? null,
      score: group.change?.after ?? null,
      change: group.change,
      measures: [],
    })),
    worse: listOf(groups, 'regressed'),
    open: listOf(groups, 'undecided'),
    better: listOf(groups, 'improved'),
    added: listOf(groups, 'added'),
    unreferenced: listOf(groups, 'unreferenced'),
    // Cases that were not chosen are not missing.
    missing: filtered ? { count: 0, cases: [] } : missing,
    ...(slices.length === 0 ? {} : { slices }),
    document: encodeBaselineCheck(check, run, slices) as JsonObject,
  };
}
