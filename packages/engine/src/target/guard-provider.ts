import type { Provider } from '@assay/schema';
import { checkResponse } from './check-response.js';
import { patientReplies } from './patient-replies.js';
import { createRequestGuard, type GuardOptions } from './request-guard.js';

/**
 * Wraps a target's adapter once, for all who ask it (trials and judges): time-outs, retries, a
 * limit, and an end to asking a target that fails every time; see {@link createRequestGuard}.
 *
 * `generate` throws `ProviderError` only; `aborted` when the caller's signal ended it.
 */
export function guardProvider(provider: Provider, options: GuardOptions = {}): Provider {
  const { name } = provider;
  const guard = createRequestGuard(name, options);
  return {
    name,
    provider: provider.provider,
    model: provider.model,
    structuredOutput: provider.structuredOutput,
    systemPrompt: provider.systemPrompt,
    free: provider.free,
    fixedTemperature: provider.fixedTemperature,
    emptyReply: provider.emptyReply,
    identity: async (request) => provider.identity?.(request),
    generate: (request) =>
      guard(
        request.signal,
        async ({ signal, attempt, elapsedMs, waitFor }) => {
          const replies = request.replies && patientReplies(request.replies, waitFor);
          return checkResponse(await provider.generate({ ...request, attempt, signal, ...(replies && { replies }) }), name, elapsedMs());
        },
        // Only the first request of a trial holds up nobody: what asks for itself is a judge.
        { urgent: !request.replies || request.replies.held > 0 },
      ),
    prepare: async () => (await provider.prepare?.()) ?? [],
    close: async () => provider.close?.(),
  };
}
