import { isJsonObject, parseJson, ProviderError, restateProviderError, type BatchResult, type GenerateRequest, type JsonValue, type Provider, type ProviderBatch } from '@assay/schema';
import type { ApiFormat } from '../api-provider.js';
import { createConnection, type ConnectionOptions } from '../connection/api-connection.js';
import { apiError, badReply, toProviderError } from '../errors/api-error.js';
import { blockedPrompt } from '../errors/blocked-prompt.js';
import type { JsonClient } from '../json-call.js';
import { jsonReply } from '../json-reply.js';
import { LARGER_HINT, ReplyTooLarge } from '../../reply-size/reply-too-large.js';
import type { BatchApi, BatchCalls } from './batch-api.js';
import { isOwnError } from './is-own-error.js';
import { resultError } from './result-error.js';
import { resultLines, type ResultLine } from './result-lines.js';

/** Least that is read of one answer: that about a batch is short, and one with its results has those of thousands of requests. */
const LEAST_BYTES = 64 * 2 ** 20;
/** What a line of results has besides the reply. */
const ENVELOPE = 16 * 1024;
/** Fields of requests that are answered while they wait. */
const STREAMING: ReadonlySet<string> = new Set(['stream', 'stream_options']);
const ID = /"custom_id"\s*:\s*"([\w-]{1,64})"/u;

export interface ApiBatchOptions extends ConnectionOptions<JsonClient> {
  readonly format: ApiFormat<JsonClient>;
  readonly api: BatchApi;
}

/** What a line says. A line that nothing can be made of is not known to be about any request, unless its id can be read. */
function resultOf({ text, cut }: ResultLine, { context, api, replies }: ApiBatchOptions): BatchResult | undefined {
  const id = ID.exec(text)?.[1];
  const failed = (error: unknown): BatchResult | undefined =>
    id === undefined ? undefined : { id, error: resultError(error, context) };
  if (cut) {
    const { message } = new ReplyTooLarge(replies.mostBytes);
    return failed(apiError(message, context, { kind: 'bad_reply', retryable: false, hint: LARGER_HINT }));
  }
  try {
    const line = parseJson(text);
    if (!isJsonObject(line)) return failed(badReply('a line of the results is no object', context));
    const result = api.result(line, context);
    return 'error' in result ? { ...result, error: resultError(result.error, context) } : result;
  } catch (error) {
    // What was cut off on the way is whole when it is read again.
    return error instanceof SyntaxError ? undefined : failed(error);
  }
}

/** What came in place of results: a page of a proxy, or nothing. Those that are there can be read another time. */
function unreadable(text: string, context: ApiBatchOptions['context']): ProviderError {
  try {
    jsonReply(text, context);
  } catch (error) {
    if (error instanceof ProviderError) return error;
  }
  return badReply('no line of the results can be read', context);
}

/** The batches of a target behind an HTTP API, with a connection of their own. */
function createApiBatch(options: ApiBatchOptions): { readonly batch: ProviderBatch; close(): Promise<void> } {
  const { context, format, api } = options;
  const bounds = { ...options.replies, mostBytes: Math.max(LEAST_BYTES, options.replies.mostBytes) };
  const connection = createConnection({ ...options, replies: bounds });

  /** What a call failed with, and whether the API said so itself. */
  function failure(thrown: unknown, signal: AbortSignal): ProviderError {
    const error = toProviderError(thrown, context, signal);
    return error.status === undefined || isOwnError(thrown) ? error : restateProviderError(error, { foreign: true });
  }

  function calling<T>(signal: AbortSignal, act: (calls: BatchCalls) => Promise<T>): Promise<T> {
    return connection.request({ signal }, (client, own, meter) =>
      act({
        context,
        exchange: (call) =>
          client.exchange({ ...call, signal: own, meter }).catch((error: unknown) => {
            throw failure(error, own);
          }),
      }),
    );
  }

  async function read(reply: JsonValue, request: GenerateRequest) {
    const { warnings: left } = await format.prepare(request);
    const said = format.reply(reply, request);
    const warnings = [...left, ...(said.warnings ?? [])];
    return {
      ...said,
      ...(said.costUsd === undefined ? {} : { costUsd: said.costUsd * api.priceShare }),
      ...(warnings.length > 0 ? { warnings } : {}),
      latencyMs: Number.NaN,
    };
  }

  const batch: ProviderBatch = {
    most: api.most,
    priceShare: api.priceShare,
    async write(id, request) {
      try {
        const { sent } = await format.prepare(request);
        return api.line(id, Object.fromEntries(Object.entries(sent.body).filter(([name]) => !STREAMING.has(name))));
      } catch (error) {
        throw toProviderError(error, context, request.signal);
      }
    },
    submit: (submission, { signal }) => calling(signal, (calls) => api.submit(calls, submission)),
    find: (lost, { signal }) => calling(signal, (calls) => api.find(calls, lost)),
    progress: (handle, { signal }) => calling(signal, (calls) => api.progress(calls, handle)),
    listed: (handle, { signal }) => calling(signal, (calls) => api.listed(calls, handle)),
    collect: (handle, onResult, { signal }) =>
      calling(signal, async (calls) => {
        for await (const part of api.lines(calls, handle)) {
          if (!('body' in part)) {
            await onResult(part);
            continue;
          }
          let read = 0;
          let first = '';
          for await (const line of resultLines((part.body ?? []) as AsyncIterable<Uint8Array>, options.replies.mostBytes + ENVELOPE)) {
            const result = resultOf(line, options);
            first ||= line.text;
            if (!result) continue;
            read += 1;
            await onResult(result);
          }
          if (read === 0) throw unreadable(first, context);
        }
      }),
    async read(outcome, request) {
      if ('error' in outcome) {
        const blocked = blockedPrompt(outcome.error, context.model);
        if (!blocked) throw outcome.error;
        return { ...blocked, latencyMs: Number.NaN };
      }
      try {
        return await read(outcome.reply, request);
      } catch (error) {
        throw resultError(error, context, request.signal);
      }
    },
    cancel: (handle, { signal }) => calling(signal, (calls) => api.cancel(calls, handle)),
  };
  return { batch, close: () => connection.close() };
}

/** A provider that can be asked in batches too. */
export function withApiBatch(provider: Provider, options: ApiBatchOptions): Provider {
  const { batch, close } = createApiBatch(options);
  return {
    ...provider,
    batch,
    async close() {
      await Promise.all([provider.close?.(), close()]);
    },
  };
}
