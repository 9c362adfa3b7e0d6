import { encodeMeanChange } from '../comparison/change/encode-mean-change.js';
import type { BaselineChange } from './results/baseline-change.js';
import type { BaselineCheck, UnknownBaseline } from './baseline-check.js';
import { encodeCheckedSlices, type CheckedSlices } from './baseline-slices.js';

/** Version of the format of checks. Raised when a field changes its meaning or goes. */
const BASELINE_CHECK_VERSION = 2;

/** A change as scripts get it: what a side does not have is null. */
export function encodeChange({ key, source, before, after, difference, worst, p }: BaselineChange): Record<string, unknown> {
  return {
    case: key,
    source: source ?? null,
    before: before ?? null,
    after: after ?? null,
    difference,
    ...(p === undefined ? {} : { p }),
    ...(worst === undefined ? {} : { worst }),
  };
}

function encodeGroup(group: BaselineCheck['groups'][number]): Record<string, unknown> {
  return {
    suite: group.suite,
    suite_path: group.suitePath,
    target: group.target,
    file: group.file,
    compared: group.compared,
    same: group.same,
    change: group.change && encodeMeanChange(group.change),
    regressed: group.regressed.map(encodeChange),
    improved: group.improved.map(encodeChange),
    undecided: group.undecided.map(encodeChange),
    added: group.added.map(encodeChange),
    missing: group.missing.map(encodeChange),
    unreferenced: group.unreferenced.map(encodeChange),
  };
}

/**
 * A check as the object that is printed: snake_case, with the version of its format, and every case.
 * @param slices what it comes to by the keys that were asked for. @defaultValue none, and nothing is said of them
 */
export function encodeBaselineCheck(check: BaselineCheck, run: { readonly id: string | undefined; readonly location: string }, slices: readonly CheckedSlices[] = []): Record<string, unknown> {
  return {
    schema_version: BASELINE_CHECK_VERSION,
    run_id: run.id ?? null,
    location: run.location,
    outcome: check.outcome,
    exit_code: check.exitCode,
    reasons: check.reasons,
    gate: check.gate,
    terms: { alpha: check.terms.alpha, margin: check.terms.margin ?? null },
    tolerance: check.tolerance,
    max_drop: check.maxDrop ?? null,
    filtered: check.filtered,
    finished: check.finished,
    groups: check.groups.map(encodeGroup),
    no_baseline: check.unknown.map(({ suite, suitePath, target, file, cases }: UnknownBaseline) => ({ suite, suite_path: suitePath, target, file, cases })),
    ...(slices.length === 0 ? {} : { slices: slices.map(encodeCheckedSlices) }),
  };
}
