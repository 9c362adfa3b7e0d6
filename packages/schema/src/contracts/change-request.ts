import type { GenerateRequest } from './generate-request.js';

/** Changes a request, and in the same way the one that its reply is kept for, so that both stay the same question. */
export function changeRequest(request: GenerateRequest, change: (request: GenerateRequest) => GenerateRequest): GenerateRequest {
  const changed = change(request);
  const { cache } = request;
  if (cache === undefined || cache === 'off' || !cache.answers) return changed;
  return { ...changed, cache: { ...cache, answers: change(cache.answers) } };
}
