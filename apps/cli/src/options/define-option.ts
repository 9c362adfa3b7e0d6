import type { EvalCase } from '@assay/schema';
import type { OptionType } from './option-types.js';

/** True for cases that are wanted. */
export type CaseFilter = (evalCase: EvalCase) => boolean;

/** What options are about, with the heading of each group in help and docs, in their order there. */
export const OPTION_GROUPS = {
  asked: 'Who answers, and who judges',
  cases: 'Which cases',
  pace: 'How often, how fast, how long',
  budget: 'What it may take',
  outcome: 'When a run passes',
  trust: 'What files may ask for',
  later: 'Going on with a run',
  shown: 'What is shown and kept',
} as const;

/**
 * An option of a run. It is said once, and is then an option of the command line, a key under `defaults:` of a project, a
 * field of `evaluate()`, an entry of the run's manifest and a line of the docs.
 */
export interface RunOption<T = unknown> {
  readonly type: OptionType<T>;
  readonly group: keyof typeof OPTION_GROUPS;
  /** One line for help and docs. */
  readonly description: string;
  /** As on the command line: `--limit <n>`. Absent for what only programs and projects can say. */
  readonly flags?: string | undefined;
  /** Describes its `--no-` form, where it has one. */
  readonly negated?: string | undefined;
  /** `score` for an option of that command alone, which has to be given there. Default: both commands that run. */
  readonly only?: 'run' | 'score' | undefined;
  /** Its key under `defaults:` of a project's settings. Absent for what only whoever starts a run may say. */
  readonly setting?: string | undefined;
  /** True for what settings may say of single suites too, under `budgets:`, besides what holds for the run. */
  readonly ofSuites?: true | undefined;
  /** What holds when nobody says anything. */
  readonly default?: T | undefined;
  /** What holds when whoever starts the run says nothing: for options without a setting. */
  readonly initial?: T | undefined;
  /** True if a run of it has a part of the cases, so that it stands for no whole suite. */
  readonly narrows?: true | undefined;
  /**
   * For options that choose cases: which ones. Undefined for all. Whoever starts a run says them, and no settings: what a run is compared
   * with, and a baseline is saved from, would have fewer cases without a word. @throws UsageError for a value that chooses nothing it could mean.
   */
  selects?(value: T): Promise<CaseFilter | undefined>;
  /**
   * When it may be said anew for a run that is there already: as it is resumed, since it changes no result, or only as its replies
   * are scored again, since it changes nothing else. Default: never.
   */
  readonly again?: 'resumed' | 'rescored' | undefined;
  /** False for what tells nothing of what was run. Default: the manifest keeps it. */
  readonly kept?: false | undefined;
}

/** What the compiler says of an option that has both. */
type ChosenByWhoeverStarts<TOption> = TOption extends { readonly selects: unknown; readonly setting: string } ? 'an option that chooses cases has no setting' : unknown;

/** Declares an option, with the type of its values. */
export function defineOption<T, const TOption extends Omit<RunOption<T>, 'type'>>(
  type: OptionType<T>,
  option: TOption & Omit<RunOption<T>, 'type'> & ChosenByWhoeverStarts<TOption>,
): TOption & { readonly type: OptionType<T> } {
  return { type, ...option };
}
