import type { Baseline } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatScore } from '../format/format-score.js';
import { suiteTitles, withTitles } from '../format/suite-titles.js';
import { compareNatural } from '../statistics/natural-order.js';
import { checkGroup, type BaselineGates, type BaselineGroupCheck } from './check-group.js';
import type { GroupResults } from './run-results.js';

/** A suite on a target without a baseline. */
export interface UnknownBaseline {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  /** Where its baseline would be, as it should be shown. */
  readonly file: string;
  readonly cases: number;
}

export interface CheckBaselinesOptions extends BaselineGates {
  /** What is checked: results, and their baseline where there is one. */
  readonly groups: readonly {
    readonly results: GroupResults;
    readonly baseline: Baseline | undefined;
    /** File of the baseline, as it should be shown. */
    readonly file: string;
  }[];
  /** True for a run of chosen cases: that others are missing is meant. */
  readonly filtered: boolean;
  /** False for a run that was interrupted or killed. */
  readonly finished: boolean;
}

export type BaselineOutcome = 'passed' | 'failed' | 'no-baseline' | 'undecided' | 'inconclusive';

/** A run held against its baselines. */
export interface BaselineCheck extends BaselineGates {
  readonly outcome: BaselineOutcome;
  /** 0 passed, 1 failed, 2 no baseline, 3 undecided, 4 inconclusive. */
  readonly exitCode: number;
  /** Why, in words; never empty. */
  readonly reasons: readonly string[];
  readonly filtered: boolean;
  readonly finished: boolean;
  /** By suite, then target, in natural order. */
  readonly groups: readonly (BaselineGroupCheck & { readonly file: string })[];
  readonly unknown: readonly UnknownBaseline[];
}

const EXIT_CODES: Readonly<Record<BaselineOutcome, number>> = {
  passed: 0,
  failed: 1,
  'no-baseline': 2,
  undecided: 3,
  inconclusive: 4,
};

interface Named {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
}

const place = ({ suite, target }: Named): string => `${suite} on ${target}`;

function byName(a: Named, b: Named): number {
  return compareNatural(a.suite, b.suite) || compareNatural(a.suitePath, b.suitePath) || compareNatural(a.target, b.target);
}

/** Reasons of one group, by what they lead to. */
interface Findings {
  readonly failed: string[];
  readonly undecided: string[];
}

function findReasons(group: BaselineGroupCheck, options: CheckBaselinesOptions, findings: Findings): void {
  const { regressed, undecided, missing, drop } = group;
  const all = formatCount(group.compared, 'compared case');
  if (regressed.length > 0) {
    findings.failed.push(`${place(group)}: ${formatCount(regressed.length)} of ${all} ${regressed.length === 1 ? 'is' : 'are'} worse`);
  }
  const change = `${formatScore(group.scoreBefore)} → ${formatScore(group.scoreAfter)}`;
  const limit = `may drop by ${options.maxDrop}`;
  if (drop === 'failed') findings.failed.push(`${place(group)}: the mean dropped, ${change}; it ${limit}`);
  if (drop === 'undecided') findings.undecided.push(`${place(group)}: the mean ${limit}; what has no score decides whether it did`);
  if (undecided.length > 0) {
    const lost = undecided.filter(({ difference }) => difference === null).length;
    const open = undecided.length - lost;
    if (lost > 0) findings.undecided.push(`${place(group)}: ${formatCount(lost, 'case')} lost ${lost === 1 ? 'its score' : 'their scores'}`);
    if (open > 0) {
      findings.undecided.push(`${place(group)}: ${formatCount(open, 'case')} could be worse if what has no score had been 0`);
    }
  }
  if (!options.finished && missing.length > 0) {
    findings.undecided.push(
      `${place(group)}: the run did not finish, and ${formatCount(missing.length, 'case')} of the baseline ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  }
}

/** Of several, the first in this order decides: no baseline (2), failed (1), undecided (3), inconclusive (4). */
function decide(
  groups: readonly BaselineGroupCheck[],
  unknown: readonly UnknownBaseline[],
  options: CheckBaselinesOptions,
): Pick<BaselineCheck, 'outcome' | 'exitCode' | 'reasons'> {
  const findings: Findings = { failed: [], undecided: [] };
  for (const group of groups) findReasons(group, options, findings);
  const lacking = unknown.map((group) => `${place(group)}: there is no baseline (${group.file})`);
  const idle = groups
    .filter(({ compared, undecided }) => compared === 0 && undecided.length === 0)
    .map((group) => `${place(group)}: no case has a score in both the run and the baseline`);
  const result = (outcome: BaselineOutcome, reasons: readonly string[]) => ({
    outcome,
    exitCode: EXIT_CODES[outcome],
    reasons,
  });
  const others = [...findings.failed, ...findings.undecided, ...idle];
  if (lacking.length > 0) return result('no-baseline', [...lacking, ...others]);
  if (findings.failed.length > 0) return result('failed', others);
  if (findings.undecided.length > 0) return result('undecided', others);
  if (idle.length > 0 || groups.length === 0) {
    return result('inconclusive', idle.length > 0 ? idle : ['there was nothing to check']);
  }
  const compared = groups.reduce((sum, group) => sum + group.compared, 0);
  const none = compared === 1 ? 'the only compared case is not worse' : `none of ${formatCount(compared)} compared cases is worse`;
  return result('passed', [none]);
}

/**
 * Holds a run against its baselines and decides. A case is worse (regressed) when its verdict is
 * worse or its score is lower by more than the tolerance. New cases, and cases that the run does
 * not have, are told and fail nothing; what has lost its score leaves the check undecided.
 */
export function checkBaselines(options: CheckBaselinesOptions): BaselineCheck {
  const { tolerance, maxDrop, filtered, finished } = options;
  const groups = options.groups.flatMap(({ results, baseline, file }) =>
    baseline ? [{ ...checkGroup(baseline, results, { tolerance, maxDrop }), file }] : [],
  );
  const unknown = options.groups.flatMap(({ results: { suite, suitePath, target, cases }, baseline, file }) =>
    baseline ? [] : [{ suite, suitePath, target, file, cases: cases.size }],
  );
  // Reasons are read by people: they name suites as the tables do.
  const title = suiteTitles(options.groups.map(({ results }) => results));
  const sorted = { groups: groups.toSorted(byName), unknown: unknown.toSorted(byName) };
  return { ...decide(withTitles(sorted.groups, title), withTitles(sorted.unknown, title), options), tolerance, maxDrop, filtered, finished, ...sorted };
}
