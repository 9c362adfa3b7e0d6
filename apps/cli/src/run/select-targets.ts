import { ConfigError, type CaseExecution, type EvalCase, type Suite, type TargetDefinition } from '@assay/schema';
import type { TargetBook } from '../targets/target-book.js';

/** Name that stands for "whatever the project says" in files that name no target of their own. */
const DEFAULT_NAME = 'default';

/** The collection that blueprints without models run against. */
const BLUEPRINT_COLLECTION = 'CORE';

export interface SelectTargetsOptions {
  readonly book: TargetBook;
  /** `--target`: wins over everything that files say. */
  readonly selected: readonly string[];
  /** The project's default target. */
  readonly projectDefault?: string | undefined;
}

function written({ target, targets }: CaseExecution): readonly string[] | undefined {
  if (targets && targets.length > 0) return targets;
  return target === undefined ? undefined : [target];
}

/** The target `default` of the suite or the project, if there is one. */
async function findDefault(book: TargetBook, suite: Suite): Promise<TargetDefinition | undefined> {
  try {
    return await book.find(DEFAULT_NAME, suite);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function nothingNamed({ name, dialect }: Suite): ConfigError {
  if (dialect === 'blueprint') {
    return new ConfigError(
      `no target: blueprint "${name}" lists no models, and the project defines neither the collection ${BLUEPRINT_COLLECTION} nor a default target`,
      {
        hint:
          'list models: in the blueprint or name one with --target provider:model; for all blueprints, define in .assay/config.yaml ' +
          `collections: { ${BLUEPRINT_COLLECTION}: [openai:gpt-4o-mini] } or defaults: { target: openai:gpt-4o-mini }`,
      },
    );
  }
  return new ConfigError(`no target: suite "${name}" names none, and the project has no default`, {
    hint: 'name one with --target provider:model, e.g. --target openai:gpt-4o-mini, or define a target "default" in .assay/targets.yaml',
  });
}

/**
 * The targets of a case: `--target`, else the case's, else its suite's (or sidecar's), else for
 * blueprints the collection CORE, else the project's default, else a target that is named
 * `default`. Names of collections stand for their models, everywhere.
 * @throws ConfigError when there is none, or for a name that nothing has.
 */
export async function selectTargets(
  suite: Suite,
  evalCase: EvalCase,
  options: SelectTargetsOptions,
): Promise<readonly TargetDefinition[]> {
  const { book, selected, projectDefault } = options;
  if (selected.length > 0) return book.findAll(selected, suite);
  const named = written(evalCase.execution) ?? written(suite.execution);
  const left = named?.length === 1 && named[0] === DEFAULT_NAME ? undefined : named;
  if (left) return book.findAll(left, suite);
  if (suite.dialect === 'blueprint' && named === undefined && book.hasCollection(BLUEPRINT_COLLECTION)) {
    return book.findAll([BLUEPRINT_COLLECTION], suite);
  }
  if (projectDefault !== undefined && projectDefault !== DEFAULT_NAME) return book.findAll([projectDefault], suite);
  const fallback = await findDefault(book, suite);
  if (fallback) return [fallback];
  throw nothingNamed(suite);
}
