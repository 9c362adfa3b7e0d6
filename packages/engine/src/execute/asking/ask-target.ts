import {
  addCost,
  addSpending,
  addUsage,
  ProviderError,
  type CacheUse,
  type FinishReason,
  type GenerateRequest,
  type Provider,
  type ProviderResponse,
} from '@assay/schema';
import { addAttempts, attemptsOf } from '../../attempts/add-attempts.js';
import { emptyReplyHint, isEmptyReply, saidNothingOnPurpose } from './empty-reply.js';
import { lacksPrice } from './lacks-price.js';

/** Why a reply is empty, so far as somebody said. */
function because(reason: FinishReason | undefined): string {
  return reason === 'length' ? ': it was cut off at the limit of tokens before it said anything' : ', twice';
}

/** What a first, empty reply cost, on top of the second one. */
function withFirst(second: ProviderResponse, first: ProviderResponse): ProviderResponse {
  return {
    ...second,
    usage: second.usage && first.usage && addUsage(first.usage, second.usage),
    costUsd: addCost(first.costUsd, second.costUsd),
    ...(first.saved || second.saved ? { saved: addSpending(first.saved, second.saved) } : {}),
    ...(lacksPrice(first) || lacksPrice(second) ? { costIncomplete: true } : {}),
    attempts: addAttempts({ retries: 1, sent: 0 }, addAttempts(attemptsOf(first), attemptsOf(second))),
    warnings: [...(second.warnings ?? []), 'the first reply was empty, so that the target was asked once more'],
  };
}

/** The request for another try, which reads nothing from the cache: the reply that is kept there is the one that could not be used. */
function again(request: GenerateRequest): GenerateRequest {
  return request.cache === 'off' ? request : { ...request, cache: { ...request.cache, read: false } };
}

/** A reply, and why it does not count as one, if so. */
export interface Asked {
  readonly response: ProviderResponse;
  readonly failure?: ProviderError | undefined;
}

/** Whether a reply counts as one. */
function counts(target: Pick<Provider, 'emptyReply'>, response: ProviderResponse, allowEmpty: boolean): boolean {
  return allowEmpty || target.emptyReply === 'final' || !isEmptyReply(response) || saidNothingOnPurpose(response);
}

/** What a cache does with a request of a target, unless the request says something else: what does not count is not kept. */
export function cacheUse(target: Pick<Provider, 'emptyReply'>, allowEmpty: boolean): CacheUse {
  return { accepts: (response) => counts(target, response, allowEmpty) };
}

/**
 * Asks a target. An empty reply of an API is asked for once more, and is a failure if it stays empty
 * or was cut off; an empty reply of a program or recording is what it had to say, and so is one
 * that a filter or the model itself held back.
 * @param request with the {@link cacheUse} of its target.
 * @param allowEmpty an empty reply is an answer like any other.
 * @throws what the target throws.
 */
export async function askTarget(target: Provider, request: GenerateRequest, allowEmpty: boolean): Promise<Asked> {
  const first = await target.generate(request);
  if (counts(target, first, allowEmpty)) return { response: first };
  const cutOff = first.finishReason === 'length';
  const response = cutOff ? first : withFirst(await target.generate(again(request)), first);
  if (counts(target, response, allowEmpty)) return { response };
  const failure = new ProviderError(`target "${target.name}" gave an empty reply${because(response.finishReason)}`, {
    kind: 'empty_reply',
    target: target.name,
    retryable: false,
    hint: response.finishReason === 'length' ? 'raise its limit of tokens' : emptyReplyHint,
  });
  return { response, failure };
}
