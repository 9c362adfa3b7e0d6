import { ConfigError, errorText, isAssayError, type ProviderDefinition, type TargetDefinition } from '@assay/schema';

/**
 * What a function of a provider's definition threw, as who reads the error has it: with where the target is written, which providers
 * do not know, and with the provider and its function where it threw by mistake, of which nobody could tell where it comes from.
 */
export function providerProblem(error: unknown, { name }: ProviderDefinition, of: 'create()' | 'createEmbedder()', target: Pick<TargetDefinition, 'name' | 'location'>): unknown {
  const { location } = target;
  if (!isAssayError(error)) {
    return new ConfigError(`${of} of provider ${name} threw for target "${target.name}": ${errorText(error)}`, {
      hint: `mend ${of} of its definition; for what is wrong with a target it is to throw a ConfigError`,
      location,
      cause: error,
    });
  }
  if (!(error instanceof ConfigError) || error.location || !location) return error;
  return new ConfigError(error.message, { hint: error.hint, location, cause: error });
}
