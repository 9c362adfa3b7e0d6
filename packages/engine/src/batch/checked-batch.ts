import { describeValue, errorText, isAssayError, isJsonObject, isPromiseLike, ProviderError, type BatchLookup, type BatchProgress, type BatchResult, type ProviderBatch } from '@assay/schema';

/** One of the methods of a batch API, as messages show it. */
type Method = 'write()' | 'submit()' | 'find()' | 'progress()' | 'listed()' | 'collect()' | 'read()' | 'cancel()';

const LINE_END = /[\n\r]/u;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** What JSON has no form of: it could be stored, but not read again. */
function isNoJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) === undefined;
  } catch {
    return true;
  }
}

function isLookup(value: unknown): value is BatchLookup {
  if (!isJsonObject(value)) return false;
  const { found, handle } = value;
  return found === 'no' || found === 'unsure' || (found === 'yes' && isText(handle));
}

function isProgress(value: unknown): value is BatchProgress {
  if (!isJsonObject(value)) return false;
  const { ended, failure }: { readonly ended?: unknown; readonly failure?: unknown } = value;
  return typeof ended === 'boolean' && (failure === undefined || failure instanceof ProviderError);
}

/** What is wrong with a result; undefined for nothing. */
function faultOf(result: unknown): string | undefined {
  if (!isJsonObject(result)) return describeValue(result);
  const { id, error, reply }: { readonly id?: unknown; readonly error?: unknown; readonly reply?: unknown } = result;
  if (!isText(id)) return `the id ${describeValue(id)}`;
  if ('error' in result) return error instanceof ProviderError ? undefined : `an error for ${id} that is no ProviderError`;
  return isNoJson(reply) ? `a reply for ${id} that is no JSON` : undefined;
}

/**
 * The batch API of a target, as its methods are called here: whatever one of them throws by mistake or answers that its type has not is
 * a ProviderError that names it. A batch has been paid for: what nobody can read of it now stays there, and can be read when the provider
 * has been mended.
 */
export function checkedBatch(batch: ProviderBatch, target: string): ProviderBatch {
  const problem = (method: Method, what: string, how: { readonly hint?: string; readonly cause?: unknown } = {}): ProviderError =>
    new ProviderError(`target "${target}": ${method} of its batches ${what}`, { kind: 'bad_reply', target, retryable: false, ...how });

  /** @param signal of the call: what comes when it has been aborted is no mistake. */
  async function call<T>(method: Method, signal: AbortSignal, act: () => Promise<T> | T): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (signal.aborted || isAssayError(error)) throw error;
      throw problem(method, `threw: ${errorText(error)}`, { cause: error });
    }
  }

  function odd(method: Method, given: unknown, hint: string): ProviderError {
    return problem(method, `gave ${isPromiseLike(given) ? 'a promise' : describeValue(given)}`, { hint });
  }

  return {
    most: batch.most,
    priceShare: batch.priceShare,
    async write(id, request) {
      const line: unknown = await call('write()', request.signal, () => batch.write(id, request));
      if (isText(line) && !LINE_END.test(line)) return line;
      throw isText(line) ? problem('write()', 'gave a text of several lines', { hint: 'a request is one line: JSON without indentation' }) : odd('write()', line, 'a request is one line of text');
    },
    async submit(submission, options) {
      const handle: unknown = await call('submit()', options.signal, () => batch.submit(submission, options));
      if (isText(handle)) return handle;
      throw odd('submit()', handle, 'it gives the text that finds the batch again');
    },
    async find(lost, options) {
      const lookup: unknown = await call('find()', options.signal, () => batch.find(lost, options));
      if (isLookup(lookup)) return lookup;
      throw odd('find()', lookup, "it gives { found: 'yes', handle }, { found: 'no' } or { found: 'unsure' }");
    },
    async progress(handle, options) {
      const progress: unknown = await call('progress()', options.signal, () => batch.progress(handle, options));
      if (isProgress(progress)) return progress;
      throw odd('progress()', progress, 'it gives { ended, status }, where ended is true or false, and failure a ProviderError');
    },
    async collect(handle, onResult, options) {
      let fault: string | undefined;
      await call('collect()', options.signal, () =>
        batch.collect(
          handle,
          async (result: BatchResult) => {
            const found = faultOf(result);
            if (found === undefined) await onResult(result);
            else fault ??= found;
          },
          options,
        ),
      );
      if (fault !== undefined) throw problem('collect()', `gave ${fault}`, { hint: 'it gives { id, reply } or { id, error }, where reply is JSON and error a ProviderError' });
    },
    read: (outcome, request) => call('read()', request.signal, () => batch.read(outcome, request)),
    cancel: (handle, options) => call('cancel()', options.signal, () => batch.cancel(handle, options)),
    // What is not there is asked for by its absence.
    ...(typeof batch.listed === 'function' && { listed: (handle, options) => call('listed()', options.signal, async () => (await batch.listed?.(handle, options)) !== false) }),
  };
}
