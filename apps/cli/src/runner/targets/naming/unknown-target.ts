import { definitionNames, findDefinition, nearestMatch, parseModelString, type ConfigError } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';
import { referenceError } from './reference-error.js';
import type { TargetResolverOptions } from './target-resolver-options.js';

/** The error about a name that nothing has. */
export function unknownTarget(reference: TargetReference, names: readonly string[], { providers, collections = {} }: Pick<TargetResolverOptions, 'providers' | 'collections'>): ConfigError {
  const { name } = reference;
  const written = parseModelString(name);
  if (written) {
    const near = nearestMatch(written.provider, definitionNames(providers));
    return referenceError(
      reference,
      `unknown provider "${written.provider}" in target "${name}"`,
      `${near ? `did you mean ${near}:${written.model}? ` : ''}providers: ${providers.map((provider) => provider.name).join(', ')}`,
    );
  }
  if (Object.hasOwn(collections, name)) {
    return referenceError(reference, `"${name}" is a collection; here a single target is needed`, `name one of its targets: ${(collections[name] ?? []).join(', ')}`);
  }
  const provider = findDefinition(providers, name);
  if (provider) {
    return referenceError(
      reference,
      `there is no target "${name}"; ${provider.name} is a provider`,
      `name one of its models as ${provider.name}:MODEL, or define a target with provider: ${provider.name} in .assay/targets.yaml`,
    );
  }
  const near = nearestMatch(name, [...names, ...Object.keys(collections)]);
  const known = names.length > 0 ? `known targets: ${[...new Set(names)].join(', ')}; or ` : 'no targets are defined here; ';
  return referenceError(
    reference,
    `there is no target "${name}"`,
    `${near ? `did you mean "${near}"? ` : ''}${known}name one as provider:model, e.g. openai:gpt-4o-mini`,
  );
}
