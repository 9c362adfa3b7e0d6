import type { Comparison } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { suiteTitles } from '../format/suite-titles.js';
import { describeChange } from './change/describe-change.js';
import { decideReadings } from './change/readings.js';
import type { ComparedRun, ComparisonGroup, ComparisonNumbers, RunComparison } from './comparison.js';

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

/** That compared cases lack scores; undefined where none does. */
export function incompleteReason({ total: { incomplete } }: RunComparison): string | undefined {
  return incomplete > 0 ? `${formatCount(incomplete, 'compared case')} ${incomplete === 1 ? 'has' : 'have'} repeats or parts without a score` : undefined;
}

/** A run as it is named in reasons: with the prompt where one was chosen, as both sides may be of one run. */
function nameOf({ location, prompt }: ComparedRun): string {
  return prompt === undefined ? location : `${location} (prompt "${prompt}")`;
}

/**
 * What is to be known of a comparison with a run that has a part of the cases alone: the others were compared with nothing. Nothing where it
 * has them all.
 * @param a what is compared with.
 */
export function partNotes(a: ComparedRun, { onlyInB, compared }: Pick<ComparisonNumbers, 'onlyInB' | 'compared'>): readonly string[] {
  if (onlyInB.count === 0 || (!a.unfinished && !a.shard)) return [];
  const why = a.unfinished ? 'did not finish' : `is shard ${a.shard?.index}/${a.shard?.count} alone`;
  return [`${nameOf(a)} ${why}, and lacks ${formatCount(onlyInB.count, 'case')}: ${formatCount(compared, 'case')} ${compared === 1 ? 'was' : 'were'} compared`];
}

/** What was lost, and where. */
function lostReasons(comparison: RunComparison): readonly string[] {
  const { unscored } = comparison.total;
  const noScore = unscored.inB > 0 ? `${formatCount(unscored.inB, 'case')} ${unscored.inB === 1 ? 'has' : 'have'} no score in ${nameOf(comparison.b)}` : undefined;
  return [noScore, incompleteReason(comparison)].filter((reason) => reason !== undefined);
}

/** True for a suite of B that nothing could be compared with: A does not have it, or no score of it. One that A alone has may not have been asked for. */
function isIdle({ compared, onlyInB, unscored, readings }: ComparisonGroup): boolean {
  return compared === 0 && readings.worst === null && (onlyInB.count > 0 || unscored.count > 0);
}

/** What groups come to by their means, in words. */
function findByMean({ groups, terms }: RunComparison): Record<'failed' | 'undecided' | 'inconclusive' | 'passed', string[]> {
  const findings: ReturnType<typeof findByMean> = { failed: [], undecided: [], inconclusive: [], passed: [] };
  const title = suiteTitles(groups);
  for (const group of groups) {
    const place = placeOf(group, title(group), groups);
    const outcome = decideReadings(group.readings, terms);
    if (outcome === 'undecided') findings.undecided.push(`${place}: what has no score decides whether it is worse`);
    else if (outcome !== undefined && group.change !== null) findings[outcome].push(`${place}: ${describeChange(group.change, terms)}`);
    if (isIdle(group)) findings.inconclusive.push(`${place}: no case has a score in both runs`);
  }
  return findings;
}

function decideByMean(comparison: RunComparison): ComparisonDecision {
  const { b, total, terms } = comparison;
  const { failed, undecided, inconclusive, passed } = findByMean(comparison);
  const lost = lostReasons(comparison);
  if (b.unfinished && total.onlyInA.count > 0) undecided.push(`${nameOf(b)} did not finish, and lacks ${formatCount(total.onlyInA.count, 'case')}`);
  if (failed.length > 0) return { outcome: 'failed', exitCode: 1, reasons: [...failed, ...undecided, ...lost, ...inconclusive] };
  if (undecided.length > 0) return { outcome: 'undecided', exitCode: 3, reasons: [...undecided, ...lost, ...inconclusive] };
  if (inconclusive.length > 0) return { outcome: 'inconclusive', exitCode: 4, reasons: inconclusive };
  if (total.compared === 0) return { outcome: 'inconclusive', exitCode: 4, reasons: [NOTHING_COMPARED] };
  // Where no case counts nothing has been shown, which is what a margin asks for.
  if (passed.length === 0 && terms.margin !== undefined) return { outcome: 'inconclusive', exitCode: 4, reasons: [NOTHING_COUNTS, ...lost] };
  return { outcome: 'passed', exitCode: 0, reasons: [...(passed.length === 0 ? [NOTHING_COUNTS] : passed), ...lost] };
}

const NOTHING_COMPARED = 'no case has a score in both runs';

/** There is no mean of such cases. */
export const NOTHING_COUNTS = 'every compared case has the weight 0';

/**
 * What a comparison of two runs comes to. Without a gate it passes and fails nothing. By the means: failed (1) when a suite on a target is
 * worse whatever was lost; else undecided (3) when what was lost could turn it, or B did not finish and lacks cases; and inconclusive (4) when
 * too little was compared to decide, or nothing of a suite.
 */
export function decideComparison(comparison: RunComparison): ComparisonDecision {
  const { gate, terms, total, groups } = comparison;
  if (gate === 'mean') return decideByMean(comparison);
  if (total.compared === 0) return { outcome: 'inconclusive', exitCode: 4, reasons: [NOTHING_COMPARED] };
  const title = suiteTitles(groups);
  const told = groups.flatMap((group) => (group.change === null ? [] : [`${placeOf(group, title(group), groups)}: ${describeChange(group.change, terms)}`]));
  return { outcome: 'compared', exitCode: 0, reasons: [countsOf(comparison), ...told] };
}
