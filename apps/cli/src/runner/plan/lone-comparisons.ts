import { variantsOf } from '@assay/engine';
import { ConfigError, definitionFinder, type EvalCase, type EvaluatorDefinition, type LocatedCase, type ReportDiagnostic, type Suite, type TargetDefinition } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

export interface LoneComparisonsOptions {
  readonly evaluators: readonly EvaluatorDefinition[];
  readonly report: ReportDiagnostic;
  /** How findings name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** Warns of cases whose evaluators compare replies, and that have one reply. */
export interface LoneComparisons {
  /** True when an evaluator of the case compares. */
  concern(evalCase: EvalCase): boolean;
  /** Refuses a case whose evaluators compare. @param option that lets targets have different numbers of repeats. @param hint what to say instead. @throws ConfigError */
  refuse(located: LocatedCase, option: string, hint: string): void;
  /** To be called with every case with its targets. */
  check(suite: Suite, located: LocatedCase, targets: readonly TargetDefinition[]): void;
}

export function createLoneComparisons({ evaluators, report, words }: LoneComparisonsOptions): LoneComparisons {
  const find = definitionFinder(evaluators);
  const told = new WeakSet<EvalCase>();
  const comparing = ({ evaluators: entries }: EvalCase) => entries.find(({ type }) => find(type)?.compare);
  return {
    refuse({ evalCase, location, evaluatorLocation }, option, hint) {
      const entry = comparing(evalCase);
      if (!entry) return;
      throw new ConfigError(`evaluator "${entry.name}" of case "${evalCase.id}" compares the replies of several targets, and with ${option} some may get more repeats than others`, {
        hint,
        location: evaluatorLocation?.(entry) ?? location,
      });
    },
    concern: (evalCase) => comparing(evalCase) !== undefined,
    check({ execution }, { evalCase, location, evaluatorLocation }, targets) {
      const entry = comparing(evalCase);
      const [only] = targets;
      if (!entry || !only || told.has(evalCase) || targets.length * variantsOf(evalCase, execution).length > 1) return;
      told.add(evalCase);
      report({
        severity: 'warning',
        code: 'nothing-to-compare',
        message: `evaluator "${entry.name}" of case "${evalCase.id}" compares the replies of several targets, and there is only "${only.name}": it will be unscored`,
        hint: `name several targets (${wordsOf({ words }).say('targets', ['a', 'b'])})`,
        location: evaluatorLocation?.(entry) ?? location,
      });
    },
  };
}
