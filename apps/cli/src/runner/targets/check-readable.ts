import { ConfigError, errorText, type Embedder, type Provider, type ProviderDefinition, type TargetDefinition } from '@assay/schema';

/** What every run reads of a target before anything is asked. What only some read is not among it: there it may well throw. */
export const OF_PROVIDERS = ['name', 'provider', 'model', 'structuredOutput', 'systemPrompt', 'fixedTemperature', 'free', 'pricing', 'emptyReply', 'servedBy', 'generate'] as const satisfies readonly (keyof Provider)[];

/** The same of a run in batches. */
export const OF_BATCHES = [...OF_PROVIDERS, 'batch'] as const satisfies readonly (keyof Provider)[];

/** The same of an embedding model. */
export const OF_EMBEDDERS = ['name', 'model', 'servedBy', 'pricing', 'mostTexts', 'embed'] as const satisfies readonly (keyof Embedder)[];

/**
 * Makes sure that what a program made for a target can be looked at: of what a getter throws nobody could tell where it comes from.
 * @param fields that are going to be read
 * @throws ConfigError that names the target, the provider and the field.
 */
export function checkReadable(made: unknown, { name, location }: TargetDefinition, { name: provider }: ProviderDefinition, fields: readonly (keyof Provider | keyof Embedder)[]): void {
  if (typeof made !== 'object' || made === null) return;
  for (const field of fields) {
    try {
      Reflect.get(made, field);
    } catch (error) {
      throw new ConfigError(`what provider ${provider} made for target "${name}" cannot be read: ${field} threw: ${errorText(error)}`, {
        hint: `mend ${field} of what it makes`,
        location,
        cause: error,
      });
    }
  }
}
