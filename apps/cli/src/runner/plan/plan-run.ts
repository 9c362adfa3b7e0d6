import { planTrials, shardOf, type NeededTrials } from '@assay/engine';
import {
  suiteKey,
  type LocatedCase,
  type Suite,
  type SuiteIdentity,
  type TargetDefinition,
  type Trial,
} from '@assay/schema';
import { caseSelection } from '../../options/case-selection.js';
import { readShard } from '../../options/shard-text.js';
import { createCaseOrder, dependsUnread, shardParts } from './case-order.js';
import type { FailedTrials } from './failed-trials.js';
import type { RunSettings } from '../run-settings.js';

export interface PlanRunOptions {
  readonly suites: readonly Suite[];
  readonly settings: RunSettings;
  readonly repeats: number;
  /** Makes ready what a trial needs. */
  readonly prepare: (trial: Trial) => Promise<void> | void;
  /** Selects the targets of a case. */
  readonly targetsFor: (suite: Suite, located: LocatedCase) => readonly TargetDefinition[] | Promise<readonly TargetDefinition[]>;
  /** What is wanted, for `--filter-failed`. */
  readonly only?: FailedTrials | undefined;
}

/** How many trials a suite has on a target, in one variant. */
interface PlannedGroup extends SuiteIdentity {
  readonly target: string;
  /** Label of the variant; absent when nothing is varied. */
  readonly variant?: string | undefined;
  readonly trials: number;
}

/** A case on a target, in one variant. */
interface MorePlace extends SuiteIdentity {
  readonly target: string;
  /** Label; empty when nothing is varied. */
  readonly variant: string;
  readonly caseId: string;
}

export interface RunPlan {
  /** Trials of the run; undefined while a streamed file is among the suites. */
  readonly total: number | undefined;
  /** The targets of the cases that were looked through so far. */
  readonly targets: readonly TargetDefinition[];
  /** Counts by suite, target and variant of the cases that were looked through. */
  readonly groups: readonly PlannedGroup[];
  /** How often each case of a suite is asked once, by the cases so far: targets times prompts; 0 before its first case was looked at. */
  asksOf(suite: Suite): number;
  /** Which of them others depend on; undefined when none depends on another. */
  readonly needed: NeededTrials | undefined;
  /** True if filters left a case of those that were looked through: a shard may have none of them. */
  readonly anyCase: boolean;
  trials(): AsyncIterable<Trial>;
  /** Trials of repeats beyond those of the run, so many of each case on a target in a variant that is wanted. */
  more(repeats: number, isWanted: (place: MorePlace) => boolean): AsyncIterable<Trial>;
}

/** What belongs together stands together: cases may differ in their targets and variants. */
export function inOrder<T extends Pick<PlannedGroup, 'suite' | 'suitePath' | 'target'>>(groups: readonly T[]): readonly T[] {
  const suites = [...new Set(groups.map(suiteKey))];
  const targets = [...new Set(groups.map(({ target }) => target))];
  return groups.toSorted(
    (a, b) => suites.indexOf(suiteKey(a)) - suites.indexOf(suiteKey(b)) || targets.indexOf(a.target) - targets.indexOf(b.target),
  );
}

/**
 * Plans a run. Files that were read whole are looked through at once: that makes their targets
 * and judges ready, so what is missing shows before the first request, and it counts the trials.
 * Streamed files are planned as they are read.
 * @throws UsageError when no case is left to run.
 * @throws ConfigError when a target or judge cannot be made ready, or a case depends on one that is not run.
 */
export async function planRun(options: PlanRunOptions): Promise<RunPlan> {
  const { suites, settings, repeats, prepare, targetsFor, only } = options;
  const selection = await caseSelection(settings);
  const shard = settings.shard === undefined ? undefined : readShard(settings.shard);
  let anyCase = false;
  const targets = new Set<TargetDefinition>();
  const bySuite = new Map<string, Set<TargetDefinition>>();
  const prompts = new Map<string, number>();
  const noted = ({ file }: Suite, { evalCase }: LocatedCase, selected: readonly TargetDefinition[]): readonly TargetDefinition[] => {
    let ofSuite = bySuite.get(file);
    if (!ofSuite) bySuite.set(file, (ofSuite = new Set()));
    for (const target of selected) {
      targets.add(target);
      ofSuite.add(target);
    }
    prompts.set(file, Math.max(prompts.get(file) ?? 1, evalCase.prompts?.length ?? 1));
    return selected;
  };
  const planOf = (planned: readonly Suite[], more = 0, isWanted?: (place: MorePlace) => boolean): AsyncIterable<Trial> =>
    planTrials({
      suites: planned,
      targetsFor(suite, located) {
        const selected = targetsFor(suite, located);
        return selected instanceof Promise ? selected.then((all) => noted(suite, located, all)) : noted(suite, located, selected);
      },
      repeats: repeats + more,
      onCase(suite, { evalCase, location }) {
        anyCase = true;
        if (!evalCase.dependsOn || settings.outputs) return;
        if (suite.size === undefined) throw dependsUnread(evalCase, location);
        if (shard) throw shardParts(evalCase, location, settings);
      },
      filters: {
        cases: selection,
        limit: settings.limit,
        shard: shard && (({ name, path }, caseId, repeat) => shardOf({ suite: name, suitePath: path, caseId, repeat }, shard.count) === shard.index),
        only:
          (only || isWanted) &&
          ((suite, caseId, target, variant) => only?.has(suite, caseId, target, variant) !== false && isWanted?.({ suite: suite.name, suitePath: suite.path, target, variant, caseId }) !== false),
      },
    });

  const whole = suites.filter((suite) => suite.size !== undefined);
  const counts = new Map<string, PlannedGroup>();
  let total = 0;
  const order = settings.outputs === undefined ? createCaseOrder(settings) : undefined;
  for await (const trial of planOf(whole)) {
    await prepare(trial);
    total += 1;
    order?.see(trial);
    const { suite, suitePath, target, variant } = trial;
    const key = `${suiteKey(trial)}\n${target.name}\n${variant.label}`;
    const trials = (counts.get(key)?.trials ?? 0) + 1;
    counts.set(key, { suite, suitePath, target: target.name, ...(variant.label === '' ? {} : { variant: variant.label }), trials });
  }
  const streamed = whole.length < suites.length;
  if (!anyCase && !streamed) throw await (await import('./empty-run.js')).emptyRun(settings, suites);
  const needed = await order?.settle(() => planOf(whole));
  return {
    needed,
    total: streamed ? undefined : total,
    get targets() {
      return [...targets];
    },
    groups: inOrder([...counts.values()]),
    get anyCase() {
      return anyCase;
    },
    asksOf: (suite) => (bySuite.get(suite.file)?.size ?? 0) * (prompts.get(suite.file) ?? 1),
    trials: () => planOf(suites),
    async *more(most, isWanted) {
      for await (const trial of planOf(suites, most, isWanted)) if (trial.repeat > repeats) yield trial;
    },
  };
}
