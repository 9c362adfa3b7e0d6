import { ConfigError, type CaseExecution, type LocatedCase, type SourceLocation, type Suite, type TargetDefinition } from '@assay/schema';
import type { TargetResolver } from './naming/target-resolver.js';
import type { TargetReference } from '../../trust/target-reference.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

/** Name that stands for "whatever the project says" in files that name no target of their own. */
export const DEFAULT_NAME = 'default';

export interface SelectTargetsOptions {
  readonly resolver: TargetResolver;
  /** `--target`: wins over everything that files say. */
  readonly selected: readonly string[];
  /** The project's default target. */
  readonly projectDefault?: string | undefined;
  /** Where the project names it. */
  readonly projectDefaultLocation?: SourceLocation | undefined;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

function written({ target, targets }: CaseExecution): readonly string[] | undefined {
  if (targets && targets.length > 0) return targets;
  return target === undefined ? undefined : [target];
}

/** What the case itself names, other than all cases of its suite. */
function namedByCase({ execution }: Suite, { evalCase, targetLocation }: LocatedCase): readonly string[] | undefined {
  const own = evalCase.execution === execution ? undefined : written(evalCase.execution);
  // Formats whose cases name no target give every case that of its suite.
  const inherited = targetLocation === undefined && own?.join() === written(execution)?.join();
  return inherited ? undefined : own;
}

/** What the case or its suite names, with the place where it is written; undefined when neither does. */
export function namedInFiles(suite: Suite, located: LocatedCase): readonly TargetReference[] | undefined {
  const { evalCase, targetLocation, location } = located;
  const { conventions, targetLocations: places, execution } = suite;
  const own = namedByCase(suite, located);
  if (own) return own.map((name) => ({ name, namedBy: `execution.target of case "${evalCase.id}"`, location: targetLocation ?? location }));
  const shared = written(execution);
  const namedBy = `${conventions?.targetsKey ?? 'execution.target'} of suite "${suite.name}"`;
  return shared?.map((name, index) => ({ name, namedBy, location: places?.[index] }));
}

/** What whoever starts the run says; a name that is given twice counts once. */
function namedForRun({ selected, words }: SelectTargetsOptions): readonly TargetReference[] {
  const namedBy = wordsOf({ words }).say('targets');
  return [...new Set(selected)].map((name) => ({ name, namedBy, vouched: true as const }));
}

function nothingNamed({ name, dialect, conventions: { targetsKey = 'targets', targetCollection } = {} }: Suite, asked: TargetReference | undefined, { say }: OptionWords): ConfigError {
  if (asked?.location !== undefined || asked?.namedBy === say('targets')) {
    return new ConfigError(`${asked.namedBy}: no target is called "${DEFAULT_NAME}", and the project has no default`, {
      hint: `define a target "${DEFAULT_NAME}" in .assay/targets.yaml (use_target: NAME lets it stand for another one), or write defaults: { target: NAME } in .assay/config.yaml`,
      location: asked.location,
    });
  }
  if (targetCollection !== undefined) {
    return new ConfigError(
      `no target: ${dialect} "${name}" lists no ${targetsKey}, and the project defines neither the collection ${targetCollection} nor a default target`,
      {
        hint:
          `list ${targetsKey}: in the file or name one with ${say('targets', 'provider:model')}; for all files of this kind, define in .assay/config.yaml ` +
          `collections: { ${targetCollection}: [openai:gpt-4o-mini] } or defaults: { target: openai:gpt-4o-mini }`,
      },
    );
  }
  return new ConfigError(`no target: suite "${name}" names none, and the project has no default`, {
    hint: `name one with ${say('targets', 'provider:model')}, e.g. ${say('targets', 'openai:gpt-4o-mini')}, or define a target "default" in .assay/targets.yaml`,
  });
}

/**
 * What `default` stands for: a target of the suite with this name, else the project's default, else
 * a target of the project with this name. Where whoever starts the run names it on purpose, any target with this
 * name comes first.
 */
function defaultOf(suite: Suite, options: SelectTargetsOptions, asked: TargetReference | undefined): TargetReference {
  const { resolver, projectDefault, projectDefaultLocation } = options;
  const words = wordsOf(options);
  const namedBy = asked?.namedBy ?? `the default target of suite "${suite.name}"`;
  // The name stands for what whoever runs it chose, so nobody chooses anything with it.
  const byName: TargetReference = { name: DEFAULT_NAME, namedBy, location: asked?.location, vouched: true };
  const own = suite.targets.some(({ name }) => name === DEFAULT_NAME);
  if (own || (namedBy === words.say('targets') && resolver.has(DEFAULT_NAME))) return byName;
  if (projectDefault !== undefined && projectDefault !== DEFAULT_NAME) {
    return { name: projectDefault, namedBy: 'defaults.target of the project', location: projectDefaultLocation };
  }
  if (resolver.has(DEFAULT_NAME)) return byName;
  throw nothingNamed(suite, asked, words);
}

/**
 * Checks what is named for the run before a streamed file is opened, whose cases are seen too late.
 * @throws ConfigError, InvalidFileError as {@link selectTargets}.
 */
export async function checkSelected(suite: Suite, options: SelectTargetsOptions): Promise<void> {
  const references = namedForRun(options);
  await options.resolver.findAll(references.map((one) => (one.name === DEFAULT_NAME ? defaultOf(suite, options, one) : one)), suite);
}

/**
 * The targets of a case: `--target`, else the case's, else its suite's (or sidecar's), else the
 * collection of its dialect, else the project's default, else a target that is named
 * `default`. Names of collections stand for their models, everywhere.
 * @throws ConfigError when there is none, or for a name that nothing has, with who named it and where.
 * @throws InvalidFileError for a target that cannot be used as it is written.
 */
export async function selectTargets(
  suite: Suite,
  located: LocatedCase,
  options: SelectTargetsOptions,
): Promise<readonly TargetDefinition[]> {
  const { resolver, selected } = options;
  const named = selected.length > 0 ? namedForRun(options) : namedInFiles(suite, located);
  const { targetCollection: collection, targetsKey = 'targets' } = suite.conventions ?? {};
  if (named === undefined && collection !== undefined && resolver.hasCollection(collection)) {
    return resolver.findAll([{ name: collection, namedBy: `${suite.dialect} "${suite.name}", which lists no ${targetsKey}` }], suite);
  }
  const references = named?.map((one) => (one.name === DEFAULT_NAME ? defaultOf(suite, options, one) : one));
  return resolver.findAll(references ?? [defaultOf(suite, options, undefined)], suite);
}

/** Selects the targets of case after case, as {@link selectTargets} does: what the cases of a suite have in common is looked for once. */
export function targetSelector(
  options: SelectTargetsOptions,
): (suite: Suite, located: LocatedCase) => readonly TargetDefinition[] | Promise<readonly TargetDefinition[]> {
  const shared = new Map<Suite, readonly TargetDefinition[]>();
  async function find(suite: Suite, located: LocatedCase): Promise<readonly TargetDefinition[]> {
    const found = await selectTargets(suite, located, options);
    shared.set(suite, found);
    return found;
  }
  return (suite, located) => {
    if (options.selected.length === 0 && namedByCase(suite, located)) return selectTargets(suite, located, options);
    return shared.get(suite) ?? find(suite, located);
  };
}
