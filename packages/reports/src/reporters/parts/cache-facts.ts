import { addCost, type RunSummary } from '@assay/schema';
import { formatCost } from '../../format/format-cost.js';
import { formatCount } from '../../format/format-count.js';

/** What a cache gave, as `40 of 40 replies, $0.3120 saved`; undefined for nothing. */
export function cacheFacts({ groups }: Pick<RunSummary, 'groups'>): string | undefined {
  if (!groups.some(({ cached, saved }) => cached !== undefined || saved !== undefined)) return undefined;
  const replies = groups.reduce((sum, { cached = 0 }) => sum + cached, 0);
  const trials = groups.reduce((sum, group) => sum + group.trials, 0);
  const saved = groups.reduce<number | undefined>((sum, group) => addCost(sum, addCost(group.saved?.costUsd, group.saved?.judgeCostUsd)), undefined);
  return [`${formatCount(replies)} of ${formatCount(trials, 'reply', 'replies')}`, ...(saved === undefined ? [] : [`${formatCost(saved)} saved`])].join(', ');
}
