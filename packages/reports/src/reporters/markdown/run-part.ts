import { addCost, type GroupSummary, type RunSummary, type RunTrust, type SummaryProblem, type VerdictThresholds } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatKnownCost } from '../../format/format-cost.js';
import { formatDuration } from '../../format/format-duration.js';
import { formatInterval } from '../../format/format-interval.js';
import { formatCaseScore, formatScore } from '../../format/format-score.js';
import { judgingLines } from '../../format/judging-lines.js';
import { recheckLine, rechecksLine } from '../../rechecks/rechecks-lines.js';
import { flakyLine, passesLine, repeatsLine } from '../../format/repeats-lines.js';
import { roundsLine, suiteRoundsLine } from '../../format/rounds-lines.js';
import { suiteTitles, withTitles } from '../../format/suite-titles.js';
import { targetTitle } from '../../format/target-title.js';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { addLabels } from './labels-part.js';
import type { Slices } from '../../statistics/slices/slices.js';
import { addSlices } from './slices-part.js';
import { addTrust } from './trust-part.js';
import { markdownText } from '../../markdown/markdown-text.js';
import type { LimitedText } from './limited-text.js';
import { cacheFacts } from '../parts/cache-facts.js';

const MOST_REASONS = 10;
/** Most targets that get a column each. */
const MOST_COLUMNS = 6;

const TITLES: Readonly<Record<RunSummary['outcome'], string>> = {
  passed: '✅ Passed',
  failed: '❌ Failed',
  complete: '✅ Complete',
  undecided: '⚠️ Undecided',
  invalid: '⚠️ Stopped',
  interrupted: '⚠️ Interrupted',
};

const nameOf = ({ target, variant }: GroupSummary): string => targetTitle(target, variant);

function countsOf({ trials, passed, borderline, failed, open, unscored }: GroupSummary): string {
  const others = [
    [borderline, 'borderline'],
    [failed, 'failed'],
    [open, 'open'],
    [unscored, 'unscored'],
  ] as const;
  return [`${formatCount(passed)}/${formatCount(trials)} passed`, ...others.flatMap(([count, name]) => (count > 0 ? [`${formatCount(count)} ${name}`] : []))].join(', ');
}

/** A score with what it may be, as far as scores are missing, and its interval, where there is one. */
function scoreOf({ score, bounds, interval, trials, unscored }: GroupSummary, threshold: number | undefined): string {
  if (score === null) return 'no score';
  const ends = bounds.worst === bounds.best ? '' : ` worst ${formatScore(bounds.worst, threshold)}, best ${formatScore(bounds.best, threshold)}`;
  return `**${formatScore(score, threshold)}**${ends}${interval ? ` (${formatInterval(interval, trials - unscored, threshold)})` : ''}`;
}

function costOf({ costUsd, judgeCostUsd, costIncomplete }: GroupSummary): string {
  return formatKnownCost(addCost(costUsd, judgeCostUsd), costIncomplete, '≥ ');
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

type Grouped = Pick<RunSummary, 'groups' | 'threshold'>;

/** A column for each target. */
function addMatrix(text: LimitedText, { groups, threshold }: Grouped, targets: readonly string[]): void {
  const suites = [...new Set(groups.map(({ suite }) => suite))];
  text.add(`\n${line(['Suite', ...targets.map((target) => markdownText(target))])}|---|${targets.map(() => '---|').join('')}\n`);
  const lineOf = (suite: string): string => {
    const cells = targets.map((target) => {
      const group = groups.find((each) => each.suite === suite && nameOf(each) === target);
      return group ? `${scoreOf(group, threshold)} ${countsOf(group)}` : '';
    });
    return line([markdownText(suite), ...cells]);
  };
  text.addItems(suites, lineOf, { share: 0.5, mark: '\n', name: 'more suites' });
}

/** A line for each suite on each target. */
function addList(text: LimitedText, { groups, threshold }: Grouped): void {
  text.add('\n| Suite | Target | Score | Cases | Cost | Latency |\n|---|---|--:|---|--:|--:|\n');
  const lineOf = (group: GroupSummary): string =>
    line([markdownText(group.suite), markdownText(nameOf(group)), scoreOf(group, threshold), countsOf(group), costOf(group), group.latencyMs === null ? '–' : formatDuration(group.latencyMs.median)]);
  text.addItems(groups, lineOf, { share: 0.5, mark: '\n', name: 'more' });
}

function addTable(text: LimitedText, grouped: Grouped): void {
  const { groups } = grouped;
  if (groups.length === 0) return;
  const targets = [...new Set(groups.map(nameOf))];
  if (targets.length > 1 && targets.length <= MOST_COLUMNS) addMatrix(text, grouped, targets);
  else addList(text, grouped);
}

function markOf({ verdict, score }: SummaryProblem): string {
  if (verdict === 'fail') return '❌';
  return verdict === 'borderline' ? '🟡' : score === null ? '⚠️' : '❔';
}

function problemText(problem: SummaryProblem, thresholds: VerdictThresholds): string {
  const { suite, caseId, target, variant, repeat, score, source, why, question, reply } = problem;
  const title = `- ${markOf(problem)} ${markdownText(suite)} › **${markdownText(caseId)}**${repeat > 1 ? ` (repeat ${repeat})` : ''} on ${markdownText(targetTitle(target, variant))}`;
  const details = [
    ...why.map((reason) => markdownText(reason)),
    ...(question === undefined ? [] : [`asked: ${markdownText(question)}`]),
    ...(reply === undefined ? [] : [`replied: ${markdownText(reply)}`]),
  ];
  return `${title}: ${score === null ? 'no score' : formatCaseScore(score, thresholds)} – ${markdownText(source)}\n${details.map((detail) => `  - ${detail}\n`).join('')}`;
}

function addProblems(text: LimitedText, title: string, problems: readonly SummaryProblem[], { count, share, thresholds }: { readonly count: number; readonly share: number; readonly thresholds: VerdictThresholds }): void {
  if (count === 0 || !text.add(`\n<details><summary>${formatCount(count, 'trial')} ${title}</summary>\n\n`)) return;
  text.addItems(problems, (problem) => problemText(problem, thresholds), { count, share });
  text.end('\n</details>\n');
}

function addRepeats(text: LimitedText, { repeats, groups }: RunSummary): void {
  if (!repeats) return;
  const title = suiteTitles(groups);
  if (repeats.passes?.length && text.add('\n<details><summary>pass@k and pass^k</summary>\n\n')) {
    text.addItems(withTitles(repeats.passes, title), (one) => `- ${markdownText(passesLine(one))}\n`, { name: 'more' });
    text.end('\n</details>\n');
  }
  if (repeats.flakyCount === 0 || !text.add(`\n<details><summary>${repeatsLine(repeats)}</summary>\n\n`)) return;
  text.addItems(withTitles(repeats.flaky, title), (one) => `- ${markdownText(flakyLine(one))}\n`, { count: repeats.flakyCount });
  text.end('\n</details>\n');
}

function addRechecks(text: LimitedText, { rechecks, groups }: RunSummary): void {
  if (!rechecks || !text.add(`\n<details><summary>Rechecks: ${rechecksLine(rechecks)}</summary>\n\n`)) return;
  text.addItems(withTitles(rechecks.list, suiteTitles(groups)), (one) => `- ${markdownText(recheckLine(one))}\n`, { count: rechecks.cases });
  text.end('\n</details>\n');
}

function addRounds(text: LimitedText, { rounds, groups }: RunSummary): void {
  if (!rounds || !text.add(`\n<details><summary>Repeats: ${roundsLine(rounds)}</summary>\n\n`)) return;
  text.addItems(withTitles(rounds.groups, suiteTitles(groups)), (one) => `- ${markdownText(suiteRoundsLine(rounds, one))}\n`, { name: 'more' });
  text.end('\n</details>\n');
}

function addJudging(text: LimitedText, { judging }: RunSummary): void {
  if (!judging || !text.add('\n<details><summary>Judges</summary>\n\n')) return;
  text.addItems(judgingLines(judging), (one) => `- ${markdownText(one, 500)}\n`, { name: 'more' });
  text.end('\n</details>\n');
}

function footer({ runId, location, durationMs, groups, warnings }: RunSummary): string {
  const kept = cacheFacts({ groups });
  const known = groups.reduce<number | undefined>((sum, { costUsd, judgeCostUsd }) => addCost(sum, addCost(costUsd, judgeCostUsd)), undefined);
  const incomplete = groups.some(({ costIncomplete }) => costIncomplete);
  const cost = incomplete && !known ? ['cost unknown'] : known === undefined ? [] : [formatKnownCost(known, incomplete, '≥ ')];
  const intervals = groups.some(({ interval }) => interval) ? ['in brackets: 95 % intervals'] : [];
  const warned = warnings.length > 0 ? [formatCount(warnings.length, 'warning')] : [];
  return `\n<sub>${[`run ${markdownText(runId, 40)}`, formatDuration(durationMs), ...cost, ...(kept === undefined ? [] : [`from the cache: ${kept}`]), ...warned, ...intervals, `rows: ${markdownText(location, 60)}`].join(' · ')}</sub>\n`;
}

/** What is known of a run besides its summary. */
export interface ToldOfRun {
  readonly trust?: RunTrust | undefined;
  /** What it comes to by the keys that were asked for. */
  readonly slices?: readonly Slices[] | undefined;
  /** What verdicts are from. @defaultValue those of a project that says nothing else */
  readonly thresholds?: VerdictThresholds | undefined;
}

/** What a run comes to, a table of its suites and targets, and what somebody should look at, folded. */
export function addRun(text: LimitedText, summary: RunSummary, { trust, slices = [], thresholds = VERDICT_THRESHOLDS }: ToldOfRun = {}): void {
  const { outcome, reasons, problems, problemCount, borderlineCases, borderlineCount } = summary;
  const groups = withTitles(summary.groups, suiteTitles(summary.groups));
  text.add(`### ${TITLES[outcome]}\n\n`);
  text.addItems(reasons.slice(0, MOST_REASONS), (reason) => `- ${markdownText(reason, 500)}\n`, { count: reasons.length, name: 'more reasons' });
  addTable(text, { groups, threshold: summary.threshold });
  addSlices(text, slices);
  addLabels(text, groups);
  addRounds(text, summary);
  addRepeats(text, summary);
  addRechecks(text, summary);
  addJudging(text, summary);
  if (trust) addTrust(text, trust);
  addProblems(text, 'to look at', withTitles(problems, suiteTitles(summary.groups)), { count: problemCount, share: borderlineCount > 0 ? 0.8 : 1, thresholds });
  addProblems(text, 'borderline', withTitles(borderlineCases, suiteTitles(summary.groups)), { count: borderlineCount, share: 1, thresholds });
  text.end(footer(summary));
}
