import type { SourceLocation } from '../diagnostics/location.js';
import type { EvalCase } from './eval-case.js';
import type { EvaluatorConfig } from './evaluator-config.js';
import type { TargetDefinition } from './target.js';

/** Settings that are varied over a run: one trial per combination. */
export interface TrialVariant {
  /** Empty when nothing is varied; otherwise e.g. `temp:0.5`. */
  readonly label: string;
  /** [0, 2]; undefined leaves it to the target. */
  readonly temperature?: number | undefined;
  readonly system?: string | undefined;
  /** Name of the prompt that the case is asked with; absent in suites without prompts. */
  readonly prompt?: string | undefined;
}

/** The unit of work: case × target × variant × repeat. */
export interface Trial {
  /**
   * Stable name of the work, without anything that only changes scoring: hash of suite and its path,
   * case id, generation inputs, target before env substitution, variant and repeat.
   */
  readonly key: string;
  readonly suite: string;
  /** Path of the suite from the root of the project, with slashes. */
  readonly suitePath: string;
  readonly evalCase: EvalCase;
  /** Where the case stands. */
  readonly location: SourceLocation;
  /** As in {@link LocatedCase}. */
  readonly evaluatorLocation?: ((evaluator: EvaluatorConfig) => SourceLocation | undefined) | undefined;
  readonly target: TargetDefinition;
  readonly variant: TrialVariant;
  /** Counts from 1. */
  readonly repeat: number;
}
