import type { ChangeTerms } from '@assay/schema';
import { describeChange } from '../comparison/change/describe-change.js';
import { decideReadings } from '../comparison/change/readings.js';
import { NOTHING_COUNTS } from '../comparison/decide-comparison.js';
import { formatCount } from '../format/format-count.js';
import { formatMove } from '../comparison/change/format-move.js';
import type { BaselineCheck, BaselineOutcome, CheckBaselinesOptions, CheckedGroup, UnknownBaseline } from './baseline-check.js';

const EXIT_CODES: Readonly<Record<BaselineOutcome, number>> = {
  passed: 0,
  failed: 1,
  'no-baseline': 2,
  undecided: 3,
  inconclusive: 4,
};

/** Reasons by what they lead to. */
interface Findings {
  readonly failed: string[];
  readonly undecided: string[];
  readonly inconclusive: string[];
  readonly passed: string[];
}

const place = ({ suite, target }: { readonly suite: string; readonly target: string }): string => `${suite} on ${target}`;

/** By the means. */
function findByMean(group: CheckedGroup, terms: ChangeTerms, findings: Findings): void {
  const { change, changes } = group;
  const outcome = decideReadings(changes, terms);
  if (outcome === 'undecided') findings.undecided.push(`${place(group)}: what has no score decides whether it is worse`);
  else if (outcome !== undefined && change !== null) findings[outcome].push(`${place(group)}: ${describeChange(change, terms)}`);
}

/** By the cases, and by the limit of the mean's drop. */
function findByCases(group: CheckedGroup, maxDrop: number | undefined, findings: Findings): void {
  const { regressed, undecided, drop, change } = group;
  const all = formatCount(group.compared, 'compared case');
  if (regressed.length > 0) {
    findings.failed.push(`${place(group)}: ${formatCount(regressed.length)} of ${all} ${regressed.length === 1 ? 'is' : 'are'} worse`);
  }
  const moved = change === null ? '' : `, ${formatMove(change.before, change.after)}`;
  const limit = `may drop by ${maxDrop}`;
  if (drop === 'failed') findings.failed.push(`${place(group)}: the mean dropped${moved}; it ${limit}`);
  if (drop === 'undecided') findings.undecided.push(`${place(group)}: the mean ${limit}; what has no score decides whether it did`);
  const lost = undecided.filter(({ difference }) => difference === null).length;
  const open = undecided.length - lost;
  if (lost > 0) findings.undecided.push(`${place(group)}: ${formatCount(lost, 'case')} lost ${lost === 1 ? 'its score' : 'their scores'}`);
  if (open > 0) {
    findings.undecided.push(`${place(group)}: ${formatCount(open, 'case')} could be worse if what has no score had been 0`);
  }
}

/** Cases that a run would have had, had it come to its end. */
function findMissing(group: CheckedGroup, { finished }: CheckBaselinesOptions, findings: Findings): void {
  const { length } = group.missing;
  if (finished || length === 0) return;
  findings.undecided.push(`${place(group)}: the run did not finish, and ${formatCount(length, 'case')} of the baseline ${length === 1 ? 'is' : 'are'} missing`);
}

function passedReasons(groups: readonly CheckedGroup[], gate: CheckBaselinesOptions['gate'], findings: Findings): readonly string[] {
  if (gate === 'mean') return findings.passed;
  const compared = groups.reduce((sum, group) => sum + group.compared, 0);
  return [compared === 1 ? 'the only compared case is not worse' : `none of ${formatCount(compared)} compared cases is worse`];
}

/** True for a group of which nothing could be compared, now or with what has no score. */
function isIdle({ compared, undecided, changes }: CheckedGroup): boolean {
  return compared === 0 && undecided.length === 0 && changes.worst === null;
}

/** What a check comes to. Of several, the first in this order decides: no baseline (2), failed (1), undecided (3), inconclusive (4). */
export function decideCheck(
  groups: readonly CheckedGroup[],
  unknown: readonly UnknownBaseline[],
  options: CheckBaselinesOptions,
): Pick<BaselineCheck, 'outcome' | 'exitCode' | 'reasons'> {
  const { gate, terms, maxDrop } = options;
  const findings: Findings = { failed: [], undecided: [], inconclusive: [], passed: [] };
  for (const group of groups) {
    if (gate === 'mean') findByMean(group, terms, findings);
    else findByCases(group, maxDrop, findings);
    findMissing(group, options, findings);
  }
  findings.inconclusive.push(...groups.filter(isIdle).map((group) => `${place(group)}: no case has a score in both the run and the baseline`));
  const result = (outcome: BaselineOutcome, reasons: readonly string[]) => ({ outcome, exitCode: EXIT_CODES[outcome], reasons });
  const others = [...findings.failed, ...findings.undecided, ...findings.inconclusive];
  if (unknown.length > 0) return result('no-baseline', [...unknown.map((group) => `${place(group)}: there is no baseline (${group.file})`), ...others]);
  if (findings.failed.length > 0) return result('failed', others);
  if (findings.undecided.length > 0) return result('undecided', others);
  if (findings.inconclusive.length > 0) return result('inconclusive', findings.inconclusive);
  const passed = passedReasons(groups, gate, findings);
  if (groups.length === 0) return result('inconclusive', ['there was nothing to check']);
  if (passed.length > 0) return result('passed', passed);
  // Every group has a mean unless all its cases have the weight 0. A margin asks for what has been shown, and nothing was.
  return result(terms.margin === undefined ? 'passed' : 'inconclusive', [NOTHING_COUNTS]);
}
