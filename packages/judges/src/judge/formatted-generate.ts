import {
  changeRequest,
  ProviderError,
  type GenerateRequest,
  type Provider,
  type ProviderResponse,
  type ResponseFormat,
} from '@assay/schema';

export type FormattedGenerate = (request: GenerateRequest, format: ResponseFormat) => Promise<ProviderResponse>;

/**
 * Asks with a response format where the provider enforces one. If the API refuses a request that
 * has one and takes the same request without it, this model has no structured output after all:
 * from then on it is asked without.
 */
export function formattedGenerate(provider: Provider): FormattedGenerate {
  let formatRefused = !provider.structuredOutput;
  return async (request, format) => {
    if (formatRefused) return provider.generate(request);
    try {
      return await provider.generate(changeRequest(request, (one) => ({ ...one, responseFormat: format })));
    } catch (error) {
      const refused = error instanceof ProviderError && error.kind === 'bad_request' && !request.signal.aborted;
      if (!refused) throw error;
      const response = await provider.generate(request);
      formatRefused = true;
      return response;
    }
  };
}
