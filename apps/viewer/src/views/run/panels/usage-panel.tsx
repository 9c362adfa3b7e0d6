import { Cost } from '../../../components/marks/cost.js';
import type { RunIndex } from '../../../data/index/run-index.js';
import type { RowsSummary } from '../../../data/index/summarize-rows.js';
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

/** What was used, by role. */
export function UsagePanel({ summary, run, index, shown }: Props) {
  const { slowest, dearest } = extremes(index, shown);
  return (
    <div class="usage" tabIndex={0} role="group" aria-label="Usage">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col" class="number">tokens in</th>
            <th scope="col" class="number">tokens out</th>
            <th scope="col" class="number">cost</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">targets</th>
            <td class="number">{formatCount(summary.input)}</td>
            <td class="number">{formatCount(summary.output)}</td>
            <td class="number">
              <Cost usd={summary.cost} incomplete={summary.costIncomplete} />
            </td>
          </tr>
          <tr>
            <th scope="row">judges</th>
            <td class="number">–</td>
            <td class="number">–</td>
            <td class="number">{formatCost(summary.judging)}</td>
          </tr>
        </tbody>
      </table>
      <ul class="facts">
        {slowest >= 0 && <li>Slowest reply: {formatDuration(index.latency[slowest])}, {index.caseOf(slowest).id}</li>}
        {dearest >= 0 && (index.cost[dearest] ?? 0) > 0 && <li>Most expensive: {formatCost(index.cost[dearest])}, {index.caseOf(dearest).id}</li>}
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
