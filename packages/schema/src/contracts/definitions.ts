import type { SourceLocation } from '../diagnostics/location.js';
import type { TargetDefinition } from '../domain/target.js';
import type { Definition } from './definition.js';
import type { EvaluatorDefinition } from './evaluator.js';
import type { PointFunctionDefinition } from './point-function.js';
import type { ProviderReach } from './provider.js';
import type { RuleDefinition } from './rule.js';

/** A key under `defaults:` of a project's settings. */
export interface SettingDefinition {
  /** As in the file, in snake_case. */
  readonly key: string;
  /** What its value must be, as the end of a sentence: `a whole number >= 1`. */
  readonly expected: string;
  /** True for what may be said of single suites too, under `budgets:`. */
  readonly ofSuites?: boolean | undefined;
  is(value: unknown): boolean;
}

/**
 * Everything that is installed, as far as loaders need to know it. A loader without definitions
 * checks the common fields only and leaves options unchecked.
 */
export interface Definitions {
  readonly evaluators: readonly EvaluatorDefinition[];
  readonly pointFunctions: readonly PointFunctionDefinition[];
  readonly rules: readonly RuleDefinition[];
  /** What projects may decide about runs. Without it they may write any value. */
  readonly settings?: readonly SettingDefinition[] | undefined;
  /** Providers as far as target files need them: no adapter is loaded. */
  readonly providers: readonly (Definition & { readonly reach?: ProviderReach | undefined })[];
  /**
   * Reads the definition of a custom model (blueprints) as a target. References to the environment
   * stay as written.
   * @throws ConfigError with what is wrong.
   */
  readonly customModelTarget?: ((definition: unknown, location?: SourceLocation) => TargetDefinition) | undefined;
}
