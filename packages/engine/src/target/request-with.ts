import type { GenerateRequest } from '@assay/schema';

type Fields = { readonly [K in keyof Required<GenerateRequest>]: GenerateRequest[K] };

/** What differs from turn to turn, and from try to try. */
export type RequestParts = Pick<Fields, 'messages' | 'guidelines' | 'files' | 'cache' | 'attempt' | 'replies' | 'signal'>;

/**
 * A request with other parts. Written out, since an object that is copied and then grows takes longer than all else that is done
 * for a request.
 */
export function requestWith(request: Omit<GenerateRequest, keyof RequestParts>, parts: RequestParts): GenerateRequest {
  const fields: Fields = {
    messages: parts.messages,
    guidelines: parts.guidelines,
    files: parts.files,
    temperature: request.temperature,
    maxTokens: request.maxTokens,
    seed: request.seed,
    tools: request.tools,
    responseFormat: request.responseFormat,
    plainInput: request.plainInput,
    confidence: request.confidence,
    caseId: request.caseId,
    suite: request.suite,
    suitePath: request.suitePath,
    repeat: request.repeat,
    attempt: parts.attempt,
    cache: parts.cache,
    replies: parts.replies,
    workspace: request.workspace,
    account: request.account,
    signal: parts.signal,
  };
  return fields;
}
