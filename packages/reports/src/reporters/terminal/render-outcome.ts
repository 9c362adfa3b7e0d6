import { addCost, type RunOutcome, type RunSummary } from '@assay/schema';
import { formatCost, formatKnownCost } from '../../format/format-cost.js';
import { formatCount } from '../../format/format-count.js';
import { formatDuration } from '../../format/format-duration.js';
import { budgetText } from './budget-text.js';
import { cleanText } from '../../text-layout/clean-text.js';
import type { Color, Paint } from '../../text-layout/paint.js';
import { wrapText } from '../../text-layout/wrap-text.js';
import { cacheFacts } from '../parts/cache-facts.js';

const MAX_REASONS = 10;

const COLORS: Readonly<Record<RunOutcome, Color>> = {
  passed: 'green',
  complete: 'green',
  failed: 'red',
  undecided: 'yellow',
  invalid: 'red',
  interrupted: 'yellow',
};

const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  1: 'a case, a threshold or a gate failed',
  2: 'a file, the configuration or the command line is wrong',
  3: 'infrastructure left the run undecided',
  4: 'there was too little to tell',
  130: 'the run was interrupted',
};

/** Below this many columns reasons stand under the outcome instead of beside it. */
const NARROW = 60;

function renderReasons({ outcome, reasons }: RunSummary, width: number, paint: Paint): readonly string[] {
  const label = outcome.toUpperCase();
  const indent = width < NARROW ? 2 : label.length + 2;
  const hidden = reasons.length - MAX_REASONS;
  const lines = [
    ...reasons.slice(0, MAX_REASONS).flatMap((reason) => wrapText(cleanText(reason), width - indent, 2)),
    ...(hidden > 0 ? wrapText(`… ${formatCount(hidden, 'more reason')}`, width - indent) : []),
  ].map((line) => ' '.repeat(indent) + line);
  if (width < NARROW) return [paint(COLORS[outcome], label), ...lines];
  const [first = '', ...others] = lines;
  return [`${paint(COLORS[outcome], label)}${first.slice(label.length)}`, ...others];
}

function effort(summary: RunSummary): string {
  const { complete, plannedTrials } = summary;
  const trials = summary.groups.reduce((sum, group) => sum + group.trials, 0);
  const of = complete || plannedTrials === undefined ? '' : ` of ${formatCount(plannedTrials)}`;
  const judges = summary.groups.reduce<number | undefined>((sum, group) => addCost(sum, group.judgeCostUsd), undefined);
  const cost = summary.groups.reduce<number | undefined>((sum, group) => addCost(sum, group.costUsd), judges);
  const incomplete = summary.groups.some((group) => group.costIncomplete);
  const share = judges === undefined ? '' : ` (judges ${formatCost(judges)})`;
  return [
    `${formatCount(trials)}${of} in ${formatDuration(summary.durationMs)}`,
    ...(incomplete && !cost ? ['cost unknown'] : cost === undefined ? [] : [`${formatKnownCost(cost, incomplete, 'at least ')}${share}`]),
  ].join(', ');
}

/** What a run that was gone on with took from before. */
function earlier({ resumed }: RunSummary): readonly string[] {
  if (!resumed) return [];
  const { kept, asked, rescored, outside, costUsd, costIncomplete } = resumed;
  const cost = costUsd === undefined ? '' : costIncomplete && costUsd === 0 ? ', cost of this part unknown' : `, ${formatKnownCost(costUsd, costIncomplete, 'at least ')} in this part`;
  const others = outside === 0 ? '' : `; ${formatCount(outside, 'stored row')} of no trial of it`;
  return [`${formatCount(kept)} kept, ${formatCount(asked)} asked, ${formatCount(rescored)} scored again${cost}${others}`];
}

/** What is spent of the budgets, a line each. */
function budgets({ budgets = [] }: RunSummary): readonly string[] {
  return budgets.map((budget) => `${budget.suite === undefined ? '' : `${cleanText(budget.suite)}: `}${budgetText(budget)}`);
}

/** That it is a part of a run, or was put together of parts. */
function parts({ shard, merged }: RunSummary): readonly (readonly [string, string])[] {
  return [
    ...(shard ? [['Shard  ', `${formatCount(shard.index)} of ${formatCount(shard.count)}`] as const] : []),
    ...(merged ? [['Merged ', `${formatCount(merged.count - merged.missing.length)} of ${formatCount(merged.count, 'shard')}`] as const] : []),
  ];
}

function exitMeaning({ exitCode, merged, budgets = [] }: RunSummary): string | undefined {
  if (exitCode === 3 && budgets.some(({ stoppedBy }) => stoppedBy !== undefined)) return 'the run is undecided, since its budget ended it';
  return exitCode === 3 && merged && merged.missing.length > 0 ? 'the run is undecided while shards are missing' : EXIT_MEANINGS[exitCode];
}

/** The outcome and its reasons, what the run took, where its results are, and what the exit code means. */
export function renderOutcome(summary: RunSummary, width: number, paint: Paint): readonly string[] {
  const meaning = exitMeaning(summary);
  const cache = cacheFacts(summary);
  const facts = [
    ['Trials ', effort(summary)],
    ...budgets(summary).map((text) => ['Budget ', text]),
    ...parts(summary),
    ...earlier(summary).map((text) => ['Resumed', text]),
    ...(cache === undefined ? [] : [['Cached ', cache]]),
    ['Results', cleanText(summary.location)],
    ...(meaning === undefined ? [] : [['Exit   ', `${summary.exitCode}: ${meaning}`]]),
  ];
  const labelled = facts.flatMap(([label = '', text = '']) =>
    wrapText(text, width - label.length - 2).map(
      (line, index) => `${index === 0 ? paint('dim', label) : ' '.repeat(label.length)}  ${line}`,
    ),
  );
  return [...renderReasons(summary, width, paint), '', ...labelled];
}
