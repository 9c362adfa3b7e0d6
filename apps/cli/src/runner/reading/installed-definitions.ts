import { evaluatorDefinitions, pointFunctionDefinitions, ruleDefinitions } from '@assay/evaluators';
import { customModelTarget, providerDefinitions } from '@assay/providers';
import type { Definitions, EvaluatorDefinition, ProviderDefinition } from '@assay/schema';

/** Definitions that a program adds to the installed ones; they win over those of the same name. */
export interface Extensions {
  readonly evaluators?: readonly EvaluatorDefinition[] | undefined;
  readonly providers?: readonly ProviderDefinition[] | undefined;
}

function withExtensions<T extends { readonly name: string }>(
  installed: readonly T[],
  added: readonly T[] | undefined,
): readonly T[] {
  if (!added?.length) return installed;
  const names = new Set(added.map(({ name }) => name));
  return [...added, ...installed.filter(({ name }) => !names.has(name))];
}

/** What is installed, from the registries of the packages. */
export async function installedDefinitions(extensions: Extensions = {}): Promise<Definitions> {
  return {
    evaluators: withExtensions(evaluatorDefinitions, extensions.evaluators),
    pointFunctions: pointFunctionDefinitions,
    rules: ruleDefinitions,
    providers: withExtensions(await providerDefinitions(), extensions.providers),
    customModelTarget,
  };
}
