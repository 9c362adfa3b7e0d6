import type { Comparison } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { suiteTitles } from '../format/suite-titles.js';
import { describeChange } from './change/describe-change.js';
import type { ComparisonGroup, RunComparison } from './comparison.js';

/** What a comparison comes to. */
export type ComparisonDecision = Pick<Comparison, 'outcome' | 'exitCode' | 'reasons'>;

const targetsOf = ({ targetA, targetB }: ComparisonGroup): string => (targetA === targetB ? targetB : `${targetA} → ${targetB}`);

/** `words on old → new`: with the targets where there are several. */
function placeOf(group: ComparisonGroup, title: string, groups: readonly ComparisonGroup[]): string {
  return new Set(groups.map(targetsOf)).size > 1 ? `${title} on ${targetsOf(group)}` : title;
}

function countsOf({ total: { compared, wins, losses, ties } }: RunComparison): string {
  return `of ${formatCount(compared, 'compared case')} ${formatCount(losses)} ${losses === 1 ? 'is' : 'are'} worse, ${formatCount(wins)} better, ${formatCount(ties)} the same`;
}

/** What B does not have, and could have turned it. */
function lostReasons({ b, total: { unscored, onlyInA, incomplete } }: RunComparison): readonly string[] {
  return [
    ...(unscored.inB > 0 ? [`${formatCount(unscored.inB, 'case')} ${unscored.inB === 1 ? 'has' : 'have'} no score in ${b.location}`] : []),
    ...(incomplete > 0 ? [`${formatCount(incomplete, 'compared case')} ${incomplete === 1 ? 'has' : 'have'} repeats without a score`] : []),
    ...(b.unfinished && onlyInA.count > 0 ? [`${b.location} did not finish, and lacks ${formatCount(onlyInA.count, 'case')}`] : []),
  ];
}

/** True for a suite of B that nothing could be held against: A does not have it, or no score of it. One that A alone has may not have been asked for. */
function isIdle({ compared, onlyInB, unscored }: ComparisonGroup): boolean {
  return compared === 0 && (onlyInB.count > 0 || unscored.count > 0);
}

/**
 * What a comparison of two runs comes to. Without a gate it passes and fails nothing. By the means: failed (1) when a suite on a target is
 * worse; else undecided (3) when scores of B are lost, and inconclusive (4) when too little was compared to decide,
 * or nothing of a suite.
 */
export function decideComparison(comparison: RunComparison): ComparisonDecision {
  const { gate, terms, total, groups } = comparison;
  if (total.compared === 0) return { outcome: 'inconclusive', exitCode: 4, reasons: ['no case has a score in both runs'] };
  const title = suiteTitles(groups);
  const told = groups.flatMap((group) => (group.change === null ? [] : [{ verdict: group.change.verdict, text: `${placeOf(group, title(group), groups)}: ${describeChange(group.change, terms)}` }]));
  const texts = (...verdicts: readonly string[]): readonly string[] => told.flatMap(({ verdict, text }) => (verdicts.includes(verdict) ? [text] : []));
  if (gate === 'none') return { outcome: 'compared', exitCode: 0, reasons: [countsOf(comparison), ...told.map(({ text }) => text)] };
  const [worse, lost] = [texts('worse'), lostReasons(comparison)];
  const idle = groups.filter(isIdle).map((group) => `${placeOf(group, title(group), groups)}: no case has a score in both runs`);
  const open = [...idle, ...(terms.margin === undefined ? [] : texts('undecided'))];
  if (worse.length > 0) return { outcome: 'failed', exitCode: 1, reasons: [...worse, ...lost, ...idle] };
  if (lost.length > 0) return { outcome: 'undecided', exitCode: 3, reasons: [...lost, ...idle] };
  if (open.length > 0) return { outcome: 'inconclusive', exitCode: 4, reasons: open };
  return { outcome: 'passed', exitCode: 0, reasons: told.length === 0 ? ['every compared case has the weight 0'] : told.map(({ text }) => text) };
}
