import { ConfigError, errorText, type Embedder, type Provider, type ProviderDefinition, type TargetDefinition } from '@assay/schema';

/** What is read of a target, or of an embedding model, before anything is asked. */
const FIELDS = [
  'name',
  'provider',
  'model',
  'structuredOutput',
  'systemPrompt',
  'fixedTemperature',
  'free',
  'pricing',
  'emptyReply',
  'servedBy',
  'mostTexts',
  'identity',
  'batch',
  'generate',
  'embed',
] as const satisfies readonly (keyof Provider | keyof Embedder)[];

/**
 * Makes sure that what a program made for a target can be looked at: of what a getter throws nobody could tell where it comes from.
 * @throws ConfigError that names the target, the provider and the field.
 */
export function checkReadable(made: unknown, { name, location }: TargetDefinition, { name: provider }: ProviderDefinition): void {
  if (typeof made !== 'object' || made === null) return;
  for (const field of FIELDS) {
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
