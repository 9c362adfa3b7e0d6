import { ProviderError, restateProviderError } from '@assay/schema';

export const NOT_KNOWN = 'it is not known yet whether the batch has arrived';

/** @param silent Batches that may be the one, and do not tell. */
export function unsure(target: string, silent: readonly string[] = []): ProviderError {
  const known = { kind: 'unavailable', target, retryable: false } as const;
  if (silent.length === 0) return new ProviderError(`target "${target}": ${NOT_KNOWN}`, known);
  return new ProviderError(`target "${target}": ${NOT_KNOWN}: as many requests are in ${silent.join(', ')}, whose results do not tell`, {
    ...known,
    hint: `go on with the run to try again; where the account shows that ${silent.length === 1 ? 'this batch is' : 'these batches are'} none of the run, assay run --resume RUN --cancel-batches --accept-changes gives up what is waited for, and the next --resume asks it again`,
  });
}

/** Of results that an API says it has, and does not hand over. */
export function lacksResults(target: string, read: number, done: number): ProviderError {
  return new ProviderError(`target "${target}": only ${read} of ${done} results can be read`, {
    kind: 'bad_reply',
    target,
    retryable: true,
    hint: 'the requests of the others go into the next batch',
  });
}

/** Of a request that there is no room for by itself. @param failure of its batch. */
export function noRoom(failure: ProviderError): ProviderError {
  return restateProviderError(failure, {
    message: `there is no room for a single request: ${failure.message}`,
    hint: 'go on with the run when what others have in batches on this account has ended; what has no room even then is more than the account may have in batches: run its case without --batch',
  });
}
