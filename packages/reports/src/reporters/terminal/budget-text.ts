import type { BudgetSummary } from '@assay/schema';
import { formatCost } from '../../format/format-cost.js';
import { formatCount } from '../../format/format-count.js';
import { formatDuration } from '../../format/format-duration.js';

/** What is spent of what, as far as it is limited; empty where nothing is. */
export function budgetText({ maxCostUsd, costUsd, maxTokens, tokens, maxTimeMs, timeMs }: BudgetSummary): string {
  return [
    ...(maxCostUsd === undefined ? [] : [`${formatCost(costUsd)} of ${formatCost(maxCostUsd)}`]),
    ...(maxTokens === undefined ? [] : [`${formatCount(tokens)} of ${formatCount(maxTokens, 'token')}`]),
    ...(maxTimeMs === undefined ? [] : [`${formatDuration(timeMs)} of ${formatDuration(maxTimeMs)}`]),
  ].join(', ');
}
