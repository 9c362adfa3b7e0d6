import { INDEX_FLAGS, visibleText } from '@assay/schema';
import { useMemo } from 'preact/hooks';
import { Cost } from '../../../components/marks/cost.js';
import { usageByTarget } from '../../../data/summing/usage-by-target.js';
import type { RunIndex } from '../../../data/index/run-index.js';
import type { RowsSummary } from '../../../data/summing/summarize-rows.js';
import type { WireSummary } from '../../../data/row.js';
import { formatCost, formatCount, formatDuration } from '../../../figures/format.js';

interface Props {
  readonly summary: RowsSummary;
  readonly run: WireSummary | undefined;
  readonly index: RunIndex;
  readonly shown: Uint8Array;
}

/** Positions of the slowest and of the most expensive reply. */
function extremes(index: RunIndex, shown: Uint8Array): { readonly slowest: number; readonly dearest: number } {
  let [slowest, dearest] = [-1, -1];
  for (let position = 0; position < shown.length; position += 1) {
    if (shown[position] !== 1) continue;
    if ((index.latency[position] ?? 0) > (index.latency[slowest] ?? 0)) slowest = position;
    if ((index.cost[position] ?? 0) + (index.judging[position] || 0) > (index.cost[dearest] ?? 0) + (index.judging[dearest] || 0)) dearest = position;
  }
  return { slowest, dearest };
}

const FLAG_WORDS = [
  ['retried', 'retried'],
  ['hedged', 'sent twice, being slow'],
  ['batched', 'from a batch'],
  ['cached', 'from the cache'],
] as const;

/** How many replies were not had by one request. */
function flagCounts(index: RunIndex, shown: Uint8Array): readonly { readonly count: number; readonly word: string }[] {
  return FLAG_WORDS.flatMap(([flag, word]) => {
    let count = 0;
    for (let position = 0; position < shown.length; position += 1) if (shown[position] === 1 && ((index.flags[position] ?? 0) & INDEX_FLAGS[flag]) !== 0) count += 1;
    return count === 0 ? [] : [{ count, word }];
  });
}

/** What was used, by role. */
export function UsagePanel({ summary, run, index, shown }: Props) {
  const { slowest, dearest } = useMemo(() => extremes(index, shown), [index, shown]);
  const targets = useMemo(() => usageByTarget(index, shown), [index, shown]);
  const counts = useMemo(() => flagCounts(index, shown), [index, shown]);
  return (
    <div class="usage" tabIndex={0} role="group" aria-label="Usage">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col" class="number" title="Sent for replies, retries and the like included">requests</th>
            <th scope="col" class="number">tokens in</th>
            <th scope="col" class="number">tokens out</th>
            <th scope="col" class="number">cost</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">targets</th>
            <td class="number">{formatCount(summary.requests)}</td>
            <td class="number">{formatCount(summary.input)}</td>
            <td class="number">{formatCount(summary.output)}</td>
            <td class="number">
              <Cost usd={summary.cost} incomplete={summary.costIncomplete} />
            </td>
          </tr>
          {targets.length > 1 &&
            targets.map((target) => (
              <tr key={target.name}>
                <th scope="row" class="of-role">{visibleText(target.name)}</th>
                <td class="number">{formatCount(target.requests)}</td>
                <td class="number">{formatCount(target.input)}</td>
                <td class="number">{formatCount(target.output)}</td>
                <td class="number">
                  <Cost usd={target.cost} incomplete={target.costIncomplete} />
                </td>
              </tr>
            ))}
          <tr>
            <th scope="row">judges</th>
            <td class="number">–</td>
            <td class="number">{formatCount(summary.read)}</td>
            <td class="number">{formatCount(summary.written)}</td>
            <td class="number">
              <Cost usd={summary.judging} incomplete={summary.judgingIncomplete} />
            </td>
          </tr>
        </tbody>
      </table>
      <ul class="facts">
        {slowest >= 0 && <li>Slowest reply: {formatDuration(index.latency[slowest])}, {visibleText(index.caseOf(slowest).id)}</li>}
        {dearest >= 0 && (index.cost[dearest] ?? 0) > 0 && <li>Most expensive: {formatCost(index.cost[dearest])}, {visibleText(index.caseOf(dearest).id)}</li>}
        {summary.saved > 0 && <li>Kept from another time: {formatCost(summary.saved)}, which the figures above leave out</li>}
        {counts.length > 0 && <li>{counts.map(({ count, word }) => `${formatCount(count)} ${word}`).join(', ')}</li>}
        {run?.resumed !== undefined && <li>Gone on with: {run.resumed.kept} kept, {run.resumed.asked} asked, {run.resumed.rescored} scored again</li>}
        {run?.budgets?.map((budget) => (
          <li key={budget.suite_path ?? ''}>
            Budget{budget.suite === undefined ? '' : ` of ${budget.suite}`}: {formatCost(budget.cost_usd)}
            {budget.max_cost_usd === undefined ? '' : ` of ${formatCost(budget.max_cost_usd)}`}, {formatCount(budget.tokens)} tokens
            {budget.stopped_by === undefined ? '' : `, ended by ${budget.stopped_by}`}
          </li>
        ))}
        {run?.warnings.map(({ message, rows }) => (
          <li key={message}>
            {rows} × {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
