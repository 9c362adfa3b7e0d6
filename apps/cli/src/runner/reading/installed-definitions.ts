import { scoringDefinitions } from '@assay/evaluators';
import { loaders } from '@assay/loaders';
import { customModelTarget, providerDefinitions } from '@assay/providers';
import type { Definitions, EvaluatorDefinition, Loader, PointFunctionDefinition, ProviderDefinition, ReporterDefinition, RuleDefinition } from '@assay/schema';
import { settingDefinitions } from '../../options/setting-definitions.js';
import { withExtensions } from './with-extensions.js';

/** Definitions that a program adds to the installed ones; they win over those of the same name. */
export interface Extensions {
  /** Evaluators besides the installed ones. */
  readonly evaluators?: readonly EvaluatorDefinition[] | undefined;
  /** Point functions besides the installed ones: each works in rubrics and, with its `not_` form, as an evaluator. */
  readonly pointFunctions?: readonly PointFunctionDefinition[] | undefined;
  /** Rules of test cases besides the installed ones: each works as an evaluator too. */
  readonly rules?: readonly RuleDefinition[] | undefined;
  /** Providers besides the installed ones. */
  readonly providers?: readonly ProviderDefinition[] | undefined;
  /** Reporters besides the installed ones, which reports can name. */
  readonly reporters?: readonly ReporterDefinition[] | undefined;
  /** Dialects of eval files besides the installed ones, which are asked after them. */
  readonly loaders?: readonly Loader[] | undefined;
}

/** Every field of {@link Extensions}, as messages name them. */
export const EXTENSION_KINDS = ['loaders', 'providers', 'evaluators', 'pointFunctions', 'rules', 'reporters'] as const satisfies readonly (keyof Extensions)[];

/** All that a run may use, with what a program added to it. */
export interface InstalledDefinitions extends Definitions {
  readonly providers: readonly ProviderDefinition[];
  /** The dialects of eval files, in the order in which they are asked. */
  readonly loaders: readonly Loader[];
  /** Reporters that can be asked for by name. Loaded at the first look: what only reads files does without. */
  reporters(): Promise<readonly ReporterDefinition[]>;
  /** True where a program added some: whether these keep to their contracts is not known. */
  readonly isExtended: boolean;
}

/** What is installed, from the registries of the packages. */
export async function installedDefinitions(extensions: Extensions = {}): Promise<InstalledDefinitions> {
  const { providers, loaders: ownLoaders, reporters, ...scoring } = extensions;
  return {
    ...scoringDefinitions(scoring),
    providers: withExtensions(await providerDefinitions(), providers),
    loaders: withExtensions(loaders, ownLoaders),
    reporters: async () => {
      const { installedReporters } = await import('./installed-reporters.js');
      return installedReporters(reporters);
    },
    isExtended: Object.values(extensions).some((added) => (added?.length ?? 0) > 0),
    customModelTarget,
    settings: settingDefinitions,
  };
}
