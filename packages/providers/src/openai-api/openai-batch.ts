import { isJsonObject, type BatchLookup, type BatchRequests, type BatchResult, type JsonObject, type JsonValue, type LostSubmission, type ProviderError } from '@assay/schema';
import type { BatchApi, BatchCalls } from '../http/batch/batch-api.js';
import { joinedRequests } from '../http/batch/joined-requests.js';
import { listedThing, listPages } from '../http/batch/list-pages.js';
import { readObject, textOf } from '../http/batch/read-object.js';
import type { StreamedBody } from '../http/json-call.js';
import { apiError, badReply, QUOTA_HINT, reportedError, statusError, type CallContext } from '../http/errors/api-error.js';

/** What the API takes in one file. */
const MOST = { requests: 50_000, bytes: 200_000_000 };
/** Half of the usual price. */
const PRICE_SHARE = 0.5;
/** The only one there is. */
const WINDOW = '24h';
/** Where a batch keeps its name. */
const NAME = 'assay_batch';
/** States that nothing comes after. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled']);
/** How far clocks may differ, in milliseconds. */
const SKEW_MS = 3_600_000;
const JSON_BODY = { 'content-type': 'application/json' };

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key];
  return isJsonObject(value) ? value : undefined;
}

function textAt(object: JsonObject | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function listAt(object: JsonObject | undefined, key: string): readonly JsonObject[] {
  const value = object?.[key];
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}

function batchAt({ exchange, context }: BatchCalls, handle: string): Promise<JsonObject> {
  return exchange({ method: 'GET', path: `/batches/${encodeURIComponent(handle)}` }).then((response) => readObject(response, context));
}

/** A form with a file of lines. Nothing in the lines can be its boundary: that has the name of the batch, and they have that only in ids. */
function fileForm(name: string, requests: BatchRequests): { readonly body: StreamedBody; readonly headers: Readonly<Record<string, string>> } {
  const boundary = `assay--${name}--form`;
  const before = [
    `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}.jsonl"\r\ncontent-type: application/jsonl\r\n\r\n`,
  ];
  const body = joinedRequests(requests, { before: before.join(''), between: '\n', after: `\n\r\n--${boundary}--\r\n` });
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Why requests of a failed batch have no result. What is full now, or was wrong with single lines, may go another time. */
function failureOf(batch: JsonObject, context: CallContext): ProviderError | undefined {
  if (batch['status'] !== 'failed') return undefined;
  const errors = listAt(objectAt(batch, 'errors'), 'data');
  const said = errors.map(({ code, message, line }) => [line === undefined || line === null ? '' : `line ${String(line)}: `, message ?? code].map((part) => (typeof part === 'string' ? part : '')).join(''));
  const codes = errors.map(({ code }) => (typeof code === 'string' ? code : ''));
  const spent = codes.some((code) => /quota|billing/u.test(code));
  const single = errors.some(({ line }) => typeof line === 'number');
  // A limit that a line is beyond is none of the account: smaller batches would not help it.
  const full = !spent && errors.some(({ code, line }) => typeof code === 'string' && code.includes('limit') && typeof line !== 'number');
  return apiError(`the batch failed: ${said.slice(0, 3).join('; ') || 'no reason was given'}`, context, {
    kind: full || spent ? 'rate_limit' : 'bad_request',
    retryable: full || (single && !spent),
    ...(full ? { hint: 'an account has only so many tokens in batches at a time: they are asked in smaller batches, and when others have ended' } : {}),
    ...(spent ? { hint: QUOTA_HINT } : {}),
  });
}

/** Lines that a batch was refused for. */
function* lineErrors(batch: JsonObject, context: CallContext): Generator<BatchResult> {
  const name = textAt(objectAt(batch, 'metadata'), NAME);
  if (name === undefined) return;
  for (const { line, message, code } of listAt(objectAt(batch, 'errors'), 'data')) {
    if (typeof line !== 'number') continue;
    const said = [message, code].find((text) => typeof text === 'string');
    yield { id: `${name}-${line - 1}`, error: apiError(`the request was refused: ${String(said ?? 'no reason was given')}`, context, { kind: 'bad_request', retryable: false }) };
  }
}

/** Errors of requests that were not sent, by their codes. */
function unsent(error: JsonObject, context: CallContext): ProviderError {
  const code = textAt(error, 'code') ?? '';
  if (/expired/u.test(code)) return apiError('the batch expired before the request was answered', context, { kind: 'timeout', hint: 'it is asked again, in as many batches as its target has tries (max_retries); without batches it is asked at once' });
  if (/cancel/u.test(code)) return apiError('the batch was cancelled before the request was answered', context, { kind: 'unavailable', retryable: true });
  return reportedError({ type: code, message: error['message'] ?? code }, context);
}

function result(line: JsonObject, context: CallContext): BatchResult {
  const id = textOf(line, 'custom_id', context);
  const response = objectAt(line, 'response');
  const status = response?.['status_code'];
  const body = response?.['body'];
  if (typeof status === 'number' && status >= 200 && status < 300 && body !== undefined) return { id, reply: body };
  if (typeof status === 'number' && status >= 300) {
    const said = isJsonObject(body) ? (objectAt(body, 'error') ?? body) : undefined;
    const detail = textAt(said, 'message') ?? JSON.stringify(body ?? '');
    const code = textAt(said, 'code') ?? textAt(said, 'type');
    return { id, error: statusError({ status, detail: code === undefined || detail.includes(code) ? detail : `${detail} (${code})`, headers: undefined }, context) };
  }
  const error = objectAt(line, 'error');
  return { id, error: error ? unsent(error, context) : badReply('a line of the results has neither a reply nor an error', context) };
}

async function find(calls: BatchCalls, { name, since }: LostSubmission): Promise<BatchLookup> {
  for await (const batches of listPages(calls, { path: '/batches', after: 'after', newest: true })) {
    const found = batches.find((batch) => textAt(objectAt(batch, 'metadata'), NAME) === name);
    if (found) return { found: 'yes', handle: textOf(found, 'id', calls.context) };
    const created = batches.at(-1)?.['created_at'];
    // The newest come first.
    if (typeof created === 'number' && created * 1000 < since - SKEW_MS) break;
  }
  return { found: 'no' };
}

/** The files that hold what came of a batch. */
function resultFiles(batch: JsonObject): readonly string[] {
  return ['output_file_id', 'error_file_id'].flatMap((name) => textAt(batch, name) ?? []);
}

/** All pages: who stands in for the API may list in another order. */
async function listed(calls: BatchCalls, handle: string): Promise<boolean> {
  const batch = await listedThing(listPages(calls, { path: '/batches', after: 'after' }), handle);
  if (!batch) return false;
  for (const file of resultFiles(batch)) {
    if (!(await listedThing(listPages(calls, { path: '/files', after: 'after' }), file))) return false;
  }
  return true;
}

/**
 * OpenAI's batches: a file of requests is uploaded, and two files with replies and errors are read.
 * @param endpoint of all requests.
 */
export function openAiBatch(endpoint: '/v1/chat/completions' | '/v1/completions'): BatchApi {
  return {
    most: MOST,
    priceShare: PRICE_SHARE,
    line: (id, body) => JSON.stringify({ custom_id: id, method: 'POST', url: endpoint, body }),
    async submit({ exchange, context }, { name, requests }) {
      const file = await readObject(await exchange({ method: 'POST', path: '/files', ...fileForm(name, requests) }), context);
      const wanted = { input_file_id: textOf(file, 'id', context), endpoint, completion_window: WINDOW, metadata: { [NAME]: name } };
      const batch = await readObject(await exchange({ method: 'POST', path: '/batches', body: JSON.stringify(wanted), headers: JSON_BODY }), context);
      return textOf(batch, 'id', context);
    },
    find,
    listed,
    async progress(calls, handle) {
      const batch = await batchAt(calls, handle);
      const status = textOf(batch, 'status', calls.context);
      const { completed, failed } = objectAt(batch, 'request_counts') ?? {};
      // Of one that failed as a whole, some who stand in for the API count all of its requests as failed: where there are no results, none came.
      const none = batch['status'] === 'failed' && resultFiles(batch).length === 0;
      const done = none ? 0 : (typeof completed === 'number' ? completed : 0) + (typeof failed === 'number' ? failed : 0);
      return { ended: ENDED.has(status), status, done, failure: failureOf(batch, calls.context) };
    },
    async *lines(calls, handle) {
      const batch = await batchAt(calls, handle);
      if (batch['status'] === 'failed') yield* lineErrors(batch, calls.context);
      for (const file of resultFiles(batch)) yield calls.exchange({ method: 'GET', path: `/files/${encodeURIComponent(file)}/content` });
    },
    result,
    async cancel(calls, handle) {
      const { status } = await batchAt(calls, handle);
      if (typeof status === 'string' && (ENDED.has(status) || status === 'cancelling')) return;
      await calls.exchange({ method: 'POST', path: `/batches/${encodeURIComponent(handle)}/cancel`, body: '{}', headers: JSON_BODY }).then((response) => response.text());
    },
  };
}
