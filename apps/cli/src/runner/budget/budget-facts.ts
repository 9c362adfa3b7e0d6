import type { Budget, BudgetLimit, BudgetStanding } from '@assay/engine';
import { formatCost, formatCount, formatDuration } from '@assay/reports';
import type { BudgetSummary } from '@assay/schema';
import type { RaiseLimit } from './raise-limit.js';

const STOPPED_BY = { costUsd: 'cost', tokens: 'tokens', timeMs: 'time' } as const satisfies Record<BudgetLimit, BudgetSummary['stoppedBy']>;

function summaryOf({ suite, limits, taken, untold, stoppedBy, needed }: BudgetStanding): BudgetSummary {
  return {
    ...suite,
    ...(limits.costUsd === undefined ? {} : { maxCostUsd: limits.costUsd }),
    ...(limits.tokens === undefined ? {} : { maxTokens: limits.tokens }),
    ...(limits.timeMs === undefined ? {} : { maxTimeMs: limits.timeMs }),
    // A sum of many has digits that say nothing.
    costUsd: Number(taken.costUsd.toFixed(9)),
    tokens: Math.round(taken.tokens),
    timeMs: Math.round(taken.timeMs),
    ...(untold.requests === 0 ? {} : { untold: { requests: untold.requests, costUsd: Number(untold.costUsd.toFixed(9)), tokens: Math.round(untold.tokens) } }),
    ...(stoppedBy === undefined ? {} : { stoppedBy: STOPPED_BY[stoppedBy] }),
    ...(needed === undefined ? {} : { needed: Number(needed.toFixed(9)) }),
  };
}

/** How it stands with the budgets of a run; undefined for a run without one. */
export function budgetSummaries(budget: Budget | undefined): readonly BudgetSummary[] | undefined {
  return budget?.standings().map(summaryOf);
}

/** Three digits of a number, and no less than it is. */
function roundedUp(value: number): number {
  if (value === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  // A quotient has digits that say nothing.
  return Number((Math.ceil(Number((value / unit).toPrecision(9))) * unit).toPrecision(3));
}

/**
 * The limit that stopped something, as it is said, and what to say for one that goes on: twice as much, or twice what was taken where
 * that is more, and enough for what was refused.
 */
function limitOf({ stoppedBy, needed = 0, maxCostUsd = 0, costUsd, maxTokens = 0, tokens, maxTimeMs = 0, timeMs }: BudgetSummary) {
  if (stoppedBy === 'cost') {
    return { key: 'max_cost' as const, limit: formatCost(maxCostUsd), why: `${formatCost(costUsd)} spent, and the next request may cost more than is left`, enough: `${Math.max(maxCostUsd < costUsd ? Number((2 * costUsd).toPrecision(3)) : 2 * maxCostUsd, roundedUp(needed))}` };
  }
  if (stoppedBy === 'tokens') {
    return { key: 'max_tokens' as const, limit: formatCount(maxTokens), why: `${formatCount(tokens, 'token')} taken, and the next request may take more than are left`, enough: `${Math.max(2 * Math.max(maxTokens, tokens), roundedUp(needed))}` };
  }
  return { key: 'max_time' as const, limit: formatDuration(maxTimeMs), why: 'the time is over', enough: `${Math.ceil((2 * (timeMs > 2 * maxTimeMs ? timeMs : maxTimeMs)) / 1000)}s` };
}

/** What budgets ended before its time, in words. Of a suite, also what no command raises. */
export function endedByBudgets(budgets: readonly BudgetSummary[] = [], raise: RaiseLimit): readonly string[] {
  return budgets.flatMap((budget) => {
    if (budget.stoppedBy === undefined) return [];
    const { key, limit, why, enough } = limitOf(budget);
    const { suite, suitePath } = budget;
    if (suite === undefined) return [`stopped by --${key.replace('_', '-')} ${limit}: ${why}`];
    return [`suite ${suite} was stopped by ${key} ${limit}: ${why}; to go on, raise it ${raise({ suite, suitePath }, { key, to: enough })}`];
  });
}

/** What to say besides when a run that its budget stopped is gone on with; empty when no budget did, or only settings can raise it. */
export function raisedLimits(budgets: readonly BudgetSummary[] = []): string {
  const stopped = budgets.find(({ suite, stoppedBy }) => suite === undefined && stoppedBy !== undefined);
  if (!stopped) return '';
  const { key, enough } = limitOf(stopped);
  return ` --${key.replace('_', '-')} ${enough}`;
}

/** What was counted without being reported. */
export function untoldNotes(budgets: readonly BudgetSummary[] = []): readonly string[] {
  return budgets.flatMap(({ suite, untold, maxCostUsd, maxTokens }) => {
    if (!untold || (suite !== undefined && budgets.some((other) => other.suite === undefined))) return [];
    const counted = [
      ...(maxCostUsd === undefined ? [] : [formatCost(untold.costUsd)]),
      ...(maxTokens === undefined ? [] : [formatCount(untold.tokens, 'token')]),
    ].join(' and ');
    const one = untold.requests === 1;
    return [`${formatCount(untold.requests, 'request')} did not tell what ${one ? 'it' : 'they'} took, and ${one ? 'counts' : 'count'} as the most that ${one ? 'it' : 'they'} may have taken: ${counted}`];
  });
}

/** How often the state is reported, in milliseconds. */
const EVERY_MS = 500;

/** Tells how it stands with the budgets as long as the run goes on. @returns ends that. */
export function watchBudgets(budget: Budget | undefined, onBudgets: (budgets: readonly BudgetSummary[]) => void): () => void {
  if (!budget) return () => undefined;
  const tell = (): void => onBudgets(budget.standings().map(summaryOf));
  tell();
  const timer = setInterval(tell, EVERY_MS).unref();
  return () => clearInterval(timer);
}
