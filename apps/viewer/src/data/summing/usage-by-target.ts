import { INDEX_FLAGS } from '@assay/schema';
import type { RunIndex } from '../index/run-index.js';

/** What the replies of a target took. */
export interface TargetUsage {
  readonly name: string;
  readonly requests: number;
  /** Tokens that were used in the run. */
  readonly input: number;
  readonly output: number;
  /** US dollars that were spent in the run; undefined when no price is known. */
  readonly cost: number | undefined;
  readonly costIncomplete: boolean;
}

/** Of the rows that are shown, in the order of the targets. */
export function usageByTarget(index: RunIndex, shown: Uint8Array): readonly TargetUsage[] {
  const tallies = index.names.targets.map((name) => ({ name, rows: 0, requests: 0, input: 0, output: 0, cost: undefined as number | undefined, costIncomplete: false }));
  for (let position = 0; position < shown.length; position += 1) {
    const tally = shown[position] === 1 ? tallies[index.target[position] ?? 0] : undefined;
    if (tally === undefined) continue;
    tally.rows += 1;
    tally.requests += index.attempts[position] || 0;
    const { input, output } = index.tokensOf(position);
    tally.input += input;
    tally.output += output;
    const cost = index.cost[position] ?? Number.NaN;
    if (((index.flags[position] ?? 0) & INDEX_FLAGS.unpriced) !== 0) tally.costIncomplete = true;
    if (!Number.isNaN(cost)) tally.cost = (tally.cost ?? 0) + Math.max(0, cost - (index.saved[position] || 0));
  }
  return tallies.filter(({ rows }) => rows > 0).sort((a, b) => index.ordered.targets.indexOf(a.name) - index.ordered.targets.indexOf(b.name));
}
