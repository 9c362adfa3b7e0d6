import type { MeanChange } from '@assay/schema';
import { seedOf } from '../comparison/change/mean-change.js';
import { decideTogether, type Reading } from '../comparison/change/readings.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { compareNatural } from '../statistics/natural-order.js';
import type { BaselineCheck, CheckBaselinesOptions, CheckedGroup } from './baseline-check.js';
import { checkGroup, type BaselineGroupCheck } from './check-group.js';
import { decideCheck } from './decide-check.js';

interface Named {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
}

function byName(a: Named, b: Named): number {
  return compareNatural(a.suite, b.suite) || compareNatural(a.suitePath, b.suitePath) || compareNatural(a.target, b.target);
}

/** The changes of all groups, decided together. */
function changesOf(groups: readonly BaselineGroupCheck[], reading: Reading, { terms, looks }: CheckBaselinesOptions): readonly (MeanChange | null)[] {
  const together = Math.max(1, groups.filter(({ compared }) => compared > 0).length);
  const open = groups.map(({ units, suite, suitePath, target }) => units.change(reading, { ...terms, together }, seedOf(suite, suitePath, target), looks?.({ suite, suitePath, target })));
  return decideTogether(open, terms);
}

/**
 * Compares a run with its baselines and decides. By the means: a suite on a target is worse when chance hardly explains that its mean is
 * lower, and what has no score leaves it undecided where it could turn that. By the cases: one is worse (regressed) when its verdict is
 * worse or its score is lower by more than the tolerance. New cases, and cases that the run does not have, are listed and fail nothing.
 */
export function checkBaselines(options: CheckBaselinesOptions): BaselineCheck {
  const { gate, terms, tolerance, maxDrop, filtered, finished } = options;
  const known = options.groups
    .flatMap(({ results, baseline, file }) => (baseline ? [{ ...checkGroup(baseline, results, { tolerance, maxDrop }), file, earlier: baseline.version !== undefined }] : []))
    .toSorted(byName);
  const found = changesOf(known, 'found', options);
  const lacks = known.some(({ units }) => units.lacks);
  const [worst, best] = lacks ? [changesOf(known, 'worst', options), changesOf(known, 'best', options)] : [found, found];
  const groups = known.map((group, index): CheckedGroup => {
    const changes = { found: found[index] ?? null, worst: worst[index] ?? null, best: best[index] ?? null };
    return { ...group, change: changes.found, changes };
  });
  const unknown = options.groups
    .flatMap(({ results: { suite, suitePath, target, cases }, baseline, file }) => (baseline ? [] : [{ suite, suitePath, target, file, cases: cases.size }]))
    .toSorted(byName);
  // Reasons are read by people: they name suites as the tables do.
  const title = suiteTitles(options.groups.map(({ results }) => results));
  return { ...decideCheck(withTitles(groups, title), withTitles(unknown, title), options), gate, terms, tolerance, maxDrop, filtered, finished, groups, unknown };
}
