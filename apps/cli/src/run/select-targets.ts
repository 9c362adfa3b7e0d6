import { ConfigError, type EvalCase, type Suite, type TargetDefinition } from '@assay/schema';
import type { TargetBook } from '../targets/target-book.js';

/** Name that stands for "whatever the project says" in files that name no target of their own. */
const DEFAULT_NAME = 'default';

export interface SelectTargetsOptions {
  readonly book: TargetBook;
  /** `--target`: wins over everything that files say. */
  readonly selected: readonly string[];
  /** The project's default target. */
  readonly projectDefault?: string | undefined;
}

/**
 * The targets of a case: `--target`, else the case's, else its suite's (or sidecar's), else the
 * project's default, else a target that is named `default`.
 * @throws ConfigError when there is none.
 */
export async function selectTargets(
  suite: Suite,
  evalCase: EvalCase,
  options: SelectTargetsOptions,
): Promise<readonly TargetDefinition[]> {
  if (options.selected.length > 0) {
    return Promise.all(options.selected.map((reference) => options.book.find(reference, suite)));
  }
  const written = evalCase.execution.target ?? suite.execution.target;
  const reference = written === undefined || written === DEFAULT_NAME ? (options.projectDefault ?? written) : written;
  if (reference === undefined || reference === DEFAULT_NAME) {
    const fallback = await options.book.find(DEFAULT_NAME, suite).catch((error: unknown) => {
      if (error instanceof ConfigError) return undefined;
      throw error;
    });
    if (fallback) return [fallback];
    throw new ConfigError(`no target: suite "${suite.name}" names none, and the project has no default`, {
      hint: 'name one with --target provider:model, e.g. --target openai:gpt-4o-mini, or define a target "default" in .assay/targets.yaml',
    });
  }
  return [await options.book.find(reference, suite)];
}
