import {
  ConfigError,
  UsageError,
  type LocatedCase,
  type Suite,
  type TargetDefinition,
  type Trial,
  type TrialVariant,
} from '@assay/schema';
import { acceptsCase, type PlanFilters } from './plan-filters.js';
import { trialKey } from './trial-key.js';

export interface PlanOptions {
  readonly suites: Iterable<Suite> | AsyncIterable<Suite>;
  /** The targets that a case runs against, in order. May make them ready before the trials start. */
  readonly targetsFor: (
    suite: Suite,
    located: LocatedCase,
  ) => readonly TargetDefinition[] | Promise<readonly TargetDefinition[]>;
  /** What is varied; one list for all suites or one per suite. Default: nothing. */
  readonly variants?: readonly TrialVariant[] | ((suite: Suite) => readonly TrialVariant[]) | undefined;
  /** Times that each combination runs. Whole, ≥ 1, default 1. */
  readonly repeats?: number | undefined;
  readonly filters?: PlanFilters | undefined;
  /** Told of every case that passes the filters, before its first trial. */
  readonly onCase?: ((suite: Suite, located: LocatedCase) => void) | undefined;
}

const NOT_VARIED: readonly TrialVariant[] = [{ label: '' }];

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new UsageError(`${name} cannot be ${value}: it is a whole number from ${least}`);
  }
}

function checkName(suite: Suite, seen: Map<string, string>): void {
  const other = seen.get(suite.name);
  if (other !== undefined) {
    throw new ConfigError(`two suites are named "${suite.name}": ${other} and ${suite.file}`, {
      hint: 'give one of them another name: results are kept by suite and case',
    });
  }
  seen.set(suite.name, suite.file);
}

/** The targets of a case that the filters leave over. @throws ConfigError when it has none to begin with. */
async function wantedTargets(
  suite: Suite,
  located: LocatedCase,
  { targetsFor, filters }: PlanOptions,
): Promise<readonly TargetDefinition[]> {
  const { evalCase, location } = located;
  const targets = await targetsFor(suite, located);
  if (targets.length === 0) {
    throw new ConfigError(`case "${evalCase.id}" of suite "${suite.name}" has no target to run against`, {
      location,
      hint: 'name one on the command line (--target) or in the suite (execution: { target: … })',
    });
  }
  const only = filters?.only;
  return only ? targets.filter((target) => only(suite, evalCase.id, target.name)) : targets;
}

function* trialsOfCase(
  suite: string,
  { evalCase, location }: LocatedCase,
  targets: readonly TargetDefinition[],
  variants: readonly TrialVariant[],
  repeats: number,
): Generator<Trial> {
  for (const target of targets) {
    for (const variant of variants) {
      for (let repeat = 1; repeat <= repeats; repeat += 1) {
        const key = trialKey({ suite, evalCase, target, variant, repeat });
        yield { key, suite, evalCase, location, target, variant, repeat };
      }
    }
  }
}

/**
 * The trials of a run: per suite and case in file order, every target × variant × repeat. A
 * suite's next case is read only when it is asked for, and nothing is kept: files of any size
 * stream through. Ends without reading on when the limit of cases is reached.
 * @throws UsageError for repeats or a limit that are not whole numbers in range.
 * @throws ConfigError when two suites have the same name (their results could not be told apart)
 * or a case has no target.
 * @throws InvalidFileError when a streamed file turns out to be invalid.
 */
export async function* planTrials(options: PlanOptions): AsyncGenerator<Trial, void, undefined> {
  const { suites, variants = NOT_VARIED, repeats = 1, filters = {}, onCase } = options;
  const { limit = Infinity } = filters;
  checkWhole('repeats', repeats, 1);
  if (limit !== Infinity) checkWhole('the limit of cases', limit, 0);
  if (limit === 0) return;
  const names = new Map<string, string>();
  let cases = 0;
  for await (const suite of suites) {
    checkName(suite, names);
    const suiteVariants = typeof variants === 'function' ? variants(suite) : variants;
    for await (const located of suite.cases()) {
      if (!acceptsCase(filters, located.evalCase)) continue;
      const targets = await wantedTargets(suite, located, options);
      if (targets.length === 0) continue;
      cases += 1;
      onCase?.(suite, located);
      yield* trialsOfCase(suite.name, located, targets, suiteVariants, repeats);
      if (cases >= limit) return;
    }
  }
}
