import { readSpent, type BudgetRecord, type BudgetTaken } from '@assay/engine';
import { spentInRun } from '@assay/reports';
import { suiteKey, type BudgetAmount, type ResultRow, type SuiteIdentity, type TokenUsage } from '@assay/schema';

function tokensOf(usage: TokenUsage | undefined): number {
  return usage ? usage.inputTokens + usage.outputTokens : 0;
}

const NOTHING: BudgetAmount = { costUsd: 0, tokens: 0 };

/** The larger one of each figure. */
function mostOf(a: BudgetAmount, b: BudgetAmount): BudgetAmount {
  return { costUsd: Math.max(a.costUsd, b.costUsd), tokens: Math.max(a.tokens, b.tokens) };
}

/** The same by names. */
function mostOfEach(maps: readonly ReadonlyMap<string, BudgetAmount>[]): ReadonlyMap<string, BudgetAmount> {
  const most = new Map<string, BudgetAmount>();
  for (const [name, amount] of maps.flatMap((map) => [...map])) most.set(name, mostOf(most.get(name) ?? NOTHING, amount));
  return most;
}

/** What was noted of suites that have no limit now: they may have one again when the run is gone on with. @param directory of the run. */
export async function notedOfOthers(directory: string, limits: readonly { readonly suite?: SuiteIdentity | undefined }[]): Promise<readonly BudgetRecord<BudgetTaken>[]> {
  const limited = new Set(limits.flatMap(({ suite }) => (suite ? [suiteKey(suite)] : [])));
  return (await readSpent(directory)).filter(({ suite }) => suite !== undefined && !limited.has(suiteKey(suite)));
}

/** What was spent on the rows of a run, whatever becomes of them. */
export interface SpentOnRows {
  add(row: ResultRow): void;
  /** What counts: what was noted while the run went on, and no less than its rows tell. @param directory of the run. */
  withNoted(directory: string): Promise<readonly BudgetRecord<BudgetTaken>[]>;
}

/**
 * @param recorded tells of a target that its replies were made at another time: what they took is no part of the run.
 */
export function spentOnRows(recorded: (target: string) => boolean): SpentOnRows {
  const suites = new Map<string, { readonly suite: SuiteIdentity; costUsd: number; tokens: number; readonly trials: Map<string, BudgetAmount> }>();
  return {
    add(row) {
      const key = suiteKey(row);
      let sum = suites.get(key);
      if (!sum) suites.set(key, (sum = { suite: { suite: row.suite, suitePath: row.suitePath }, costUsd: 0, tokens: 0, trials: new Map() }));
      const { usage, costUsd = 0, judgeCostUsd = 0 } = spentInRun(row);
      const isRecorded = recorded(row.target);
      const trial = {
        costUsd: judgeCostUsd + (isRecorded ? 0 : costUsd),
        tokens: Math.max(0, tokensOf(row.judgeUsage) - tokensOf(row.saved?.judgeUsage)) + (isRecorded ? 0 : tokensOf(usage)),
      };
      sum.costUsd += trial.costUsd;
      sum.tokens += trial.tokens;
      sum.trials.set(row.target, mostOf(sum.trials.get(row.target) ?? NOTHING, trial));
    },
    async withNoted(directory) {
      const noted = await readSpent(directory);
      const of = (key: string | undefined): BudgetTaken => noted.find(({ suite }) => (suite && suiteKey(suite)) === key)?.of ?? { costUsd: 0, tokens: 0, timeMs: 0 };
      const most = (a: BudgetTaken, b: Omit<BudgetTaken, 'timeMs'>): BudgetTaken => ({ ...a, ...mostOf(a, b), trials: b.trials });
      const all = [...suites.values()];
      const sum = { costUsd: all.reduce((total, { costUsd }) => total + costUsd, 0), tokens: all.reduce((total, { tokens }) => total + tokens, 0), trials: mostOfEach(all.map(({ trials }) => trials)) };
      const others = noted.filter(({ suite }) => suite && !suites.has(suiteKey(suite)));
      return [{ of: most(of(undefined), sum) }, ...all.map(({ suite, ...rest }) => ({ suite, of: most(of(suiteKey(suite)), rest) })), ...others];
    },
  };
}
