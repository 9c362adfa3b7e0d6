import { createBudget, type Budget, type BudgetLimits, type BudgetOptions, type BudgetRecord, type Payer } from '@assay/engine';
import { nearestMatch, suiteKey, type BudgetAccount, type ReportDiagnostic, type Suite } from '@assay/schema';
import { durationMs } from '../../options/duration.js';
import type { EffectiveOptions } from '../../options/option-values.js';
import type { Reading } from '../reading/compose-reading.js';

/** What a run may take, before anything is taken. */
export interface RunBudget {
  /** Empty when nothing is limited. */
  readonly limits: readonly BudgetRecord<BudgetLimits>[];
  /** True when a cost is limited, so that every price must be known. */
  readonly limitsCost: boolean;
  /** True when what requests take is limited, and not only the time. */
  readonly limitsRequests: boolean;
  /** What requests for a suite are paid from; undefined when nothing limits them. Not before the budget is open. */
  account(payer: Payer): BudgetAccount | undefined;
  /** Opens it, with what was taken before. Undefined when nothing is limited. */
  open(options: Omit<BudgetOptions, 'limits'>): Budget | undefined;
}

/** Limits as settings say them of a suite; they have been checked. */
interface WrittenLimits {
  readonly max_cost?: number;
  readonly max_tokens?: number;
  readonly max_time?: number | string;
}

function limitsOf({ max_cost: costUsd, max_tokens: tokens, max_time: time }: WrittenLimits): BudgetLimits {
  const timeMs = durationMs(time);
  return { ...(costUsd === undefined ? {} : { costUsd }), ...(tokens === undefined ? {} : { tokens }), ...(timeMs === undefined ? {} : { timeMs }) };
}

function isLimited(limits: BudgetLimits): boolean {
  return Object.keys(limits).length > 0;
}

export interface RunBudgetOptions {
  readonly options: EffectiveOptions;
  readonly project: Pick<Reading['project'], 'budgets' | 'budgetLocations'>;
  readonly suites: readonly Suite[];
  readonly report: ReportDiagnostic;
}

/** What holds both. */
function closer(one: BudgetLimits, other: BudgetLimits): BudgetLimits {
  const least = (...limits: readonly (number | undefined)[]): number => Math.min(...limits.map((limit) => limit ?? Infinity));
  const both = { costUsd: least(one.costUsd, other.costUsd), tokens: least(one.tokens, other.tokens), timeMs: least(one.timeMs, other.timeMs) };
  return Object.fromEntries(Object.entries(both).filter(([, limit]) => limit !== Infinity));
}

/** Limits of suites of the run, by their names or paths: of one that has both, all hold. What names none is reported where it is nearly one. */
function suiteLimits({ project: { budgets, budgetLocations }, suites, report }: RunBudgetOptions): readonly BudgetRecord<BudgetLimits>[] {
  const ofSuites = new Map<Suite, BudgetLimits>();
  for (const [name, written] of Object.entries(budgets)) {
    const meant = suites.filter((suite) => suite.path === name || suite.name === name);
    const near = meant.length > 0 ? undefined : nearestMatch(name, suites.flatMap((suite) => [suite.name, suite.path]));
    if (near !== undefined) {
      report({ severity: 'warning', code: 'no-effect', message: `budgets: no suite of this run is called "${name}"`, hint: `did you mean "${near}"?`, location: budgetLocations[name] });
    }
    const limits = limitsOf(written);
    if (isLimited(limits)) for (const suite of meant) ofSuites.set(suite, closer(limits, ofSuites.get(suite) ?? {}));
  }
  return [...ofSuites].map(([suite, of]) => ({ suite: { suite: suite.name, suitePath: suite.path }, of }));
}

/** The budget of a run, by its options and the settings of its project. */
export function createRunBudget(from: RunBudgetOptions): RunBudget {
  const { options } = from;
  const ofRun = limitsOf({
    ...defined('max_cost', options.of('maxCost')),
    ...defined('max_tokens', options.of('maxTokens')),
    ...defined('max_time', options.of('maxTime')),
  });
  const limits = [...(isLimited(ofRun) ? [{ of: ofRun }] : []), ...suiteLimits(from)];
  const accounts = new Map<string, BudgetAccount>();
  let budget: Budget | undefined;
  return {
    limits,
    limitsCost: limits.some(({ of }) => of.costUsd !== undefined),
    limitsRequests: limits.some(({ of }) => of.costUsd !== undefined || of.tokens !== undefined),
    account(payer) {
      if (!budget) return undefined;
      const key = JSON.stringify([suiteKey(payer), payer.target?.name]);
      let account = accounts.get(key);
      if (!account) accounts.set(key, (account = budget.account(payer)));
      return account;
    },
    open(rest) {
      if (limits.length > 0) budget = createBudget({ ...rest, limits });
      return budget;
    },
  };
}

function defined<K extends string, T>(key: K, value: T | undefined): { readonly [key in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: T });
}
