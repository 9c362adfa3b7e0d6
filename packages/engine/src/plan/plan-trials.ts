import {
  ConfigError,
  suiteKey,
  UsageError,
  type LocatedCase,
  type Suite,
  type TargetDefinition,
  type Trial,
  type TrialVariant,
} from '@assay/schema';
import type { PlanFilters } from './plan-filters.js';
import { askedWith } from './asked-with.js';
import { trialKey } from './trial-key.js';
import { variantsOf } from './variants-of.js';

export interface PlanOptions {
  readonly suites: Iterable<Suite> | AsyncIterable<Suite>;
  /** The targets that a case runs against, in order. May make them ready before the trials start. */
  readonly targetsFor: (
    suite: Suite,
    located: LocatedCase,
  ) => readonly TargetDefinition[] | Promise<readonly TargetDefinition[]>;
  /** Times that each combination runs. Whole, ≥ 1, default 1. */
  readonly repeats?: number | undefined;
  readonly filters?: PlanFilters | undefined;
  /** Told of every case that passes the filters, before its first trial. */
  readonly onCase?: ((suite: Suite, located: LocatedCase) => void) | undefined;
}

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new UsageError(`${name} cannot be ${value}: it is a whole number from ${least}`);
  }
}

function checkIdentity({ name, path, file }: Suite, seen: Map<string, string>): void {
  const key = suiteKey({ suite: name, suitePath: path });
  const other = seen.get(key);
  if (other !== undefined) {
    throw new ConfigError(`two suites are named "${name}" and have the path ${path}: ${other} and ${file}`, {
      hint: 'give one of them another name: results are kept by suite, path and case',
    });
  }
  seen.set(key, file);
}

/** A target with what of a case is to run on it. */
interface Wanted {
  readonly target: TargetDefinition;
  readonly variants: readonly TrialVariant[];
}

/** What the filters leave over of a case. @throws ConfigError when it has no target to begin with. */
function wanted(suite: Suite, located: LocatedCase, targets: readonly TargetDefinition[], filters: PlanFilters | undefined): readonly Wanted[] {
  const { evalCase, location } = located;
  if (targets.length === 0) {
    throw new ConfigError(`case "${evalCase.id}" of suite "${suite.name}" has no target to run against`, {
      location,
      hint: 'name one in the suite (execution: { target: … }), or for the run',
      namedOptions: [{ name: 'targets', value: ['NAME'] }],
    });
  }
  const variants = variantsOf(evalCase, suite.execution);
  const only = filters?.only;
  if (!only) return targets.map((target) => ({ target, variants }));
  return targets
    .map((target) => ({
      target,
      variants: variants.filter(({ label }) => only(suite, evalCase.id, target.name, label)),
    }))
    .filter((left) => left.variants.length > 0);
}

function* trialsOfCase(
  owner: Suite,
  { evalCase: written, location, evaluatorLocation }: LocatedCase,
  work: readonly Wanted[],
  { repeats = 1, filters }: PlanOptions,
): Generator<Trial> {
  const { name: suite, path: suitePath } = owner;
  const inShard = filters?.shard;
  for (const { target, variants } of work) {
    for (const variant of variants) {
      const evalCase = askedWith(written, variant);
      for (let repeat = 1; repeat <= repeats; repeat += 1) {
        if (inShard && !inShard(owner, evalCase.id, repeat)) continue;
        const key = trialKey({ suite, suitePath, evalCase, target, variant, repeat });
        yield { key, suite, suitePath, evalCase, location, evaluatorLocation, target, variant, repeat };
      }
    }
  }
}

/**
 * The trials of a run: per suite and case in file order, every target × variant × repeat. A
 * suite's next case is read only when it is asked for, and nothing is kept: files of any size
 * stream through. Ends without reading on when the limit of cases is reached.
 * @throws UsageError for repeats or a limit that are not whole numbers in range.
 * @throws ConfigError when two suites have the same name and path (their results could not be distinguished)
 * or a case has no target.
 * @throws InvalidFileError when a streamed file turns out to be invalid.
 */
export async function* planTrials(options: PlanOptions): AsyncGenerator<Trial, void, undefined> {
  const { suites, repeats = 1, filters = {}, onCase } = options;
  const { limit = Infinity } = filters;
  checkWhole('repeats', repeats, 1);
  if (limit !== Infinity) checkWhole('the limit of cases', limit, 0);
  if (limit === 0) return;
  const seen = new Map<string, string>();
  let cases = 0;
  for await (const suite of suites) {
    checkIdentity(suite, seen);
    for await (const located of suite.cases()) {
      if (filters.cases && !filters.cases(located.evalCase)) continue;
      const selected = options.targetsFor(suite, located);
      const work = wanted(suite, located, selected instanceof Promise ? await selected : selected, options.filters);
      if (work.length === 0) continue;
      cases += 1;
      onCase?.(suite, located);
      // Handed on one by one: `yield*` would wait for each several times.
      for (const trial of trialsOfCase(suite, located, work, options)) yield trial;
      if (cases >= limit) return;
    }
  }
}
