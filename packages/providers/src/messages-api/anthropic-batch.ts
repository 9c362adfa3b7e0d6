import { isJsonObject, ProviderError, type BatchLookup, type BatchRequests, type BatchResult, type JsonObject, type LostSubmission } from '@assay/schema';
import type { BatchApi, BatchCalls } from '../http/batch/batch-api.js';
import { joinedRequests } from '../http/batch/joined-requests.js';
import { listedThing, listPages } from '../http/batch/list-pages.js';
import { readObject, textOf } from '../http/batch/read-object.js';
import { resultLines } from '../http/batch/result-lines.js';
import { apiError, badReply, reportedError, type CallContext } from '../http/errors/api-error.js';
import { SAMPLING, SAMPLING_VERSION } from './anthropic-body.js';

const PATH = '/v1/messages/batches';
/** What the API takes in one batch. */
const MOST = { requests: 100_000, bytes: 256_000_000 };
/** Half of the usual price. */
const PRICE_SHARE = 0.5;
/** How far clocks may differ, in milliseconds. */
const SKEW_MS = 3_600_000;
/** Room for the beginning of the first line of results, in which the id is. */
const BEGINNING = 1024;
/** Parameters that only one version of the API takes, as they stand in a line: all requests of a batch are sent in one version. */
const SAMPLED = new RegExp(`"(?:${SAMPLING.join('|')})":`, 'u');

/** The id of a request, as it stands in a line of results. */
const ID = /"custom_id"\s*:\s*"([^"]*)"/u;

function pathOf(handle: string, more = ''): string {
  return `${PATH}/${encodeURIComponent(handle)}${more}`;
}

function countsOf({ request_counts: counts }: JsonObject): { readonly all: number; readonly done: number } {
  const numbers = isJsonObject(counts) ? Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === 'number') : [];
  const sum = (some: typeof numbers): number => some.reduce((total, [, count]) => total + count, 0);
  return { all: sum(numbers), done: sum(numbers.filter(([name]) => name !== 'processing')) };
}

/** Undefined for one that was deleted since it was listed. */
async function resultsOf({ exchange }: BatchCalls, handle: string): Promise<Response['body'] | undefined> {
  try {
    return (await exchange({ method: 'GET', path: pathOf(handle, '/results') })).body;
  } catch (error) {
    // Where something between says so, it hands over no results of any batch.
    if (error instanceof ProviderError && error.status === 404 && !error.foreign) return undefined;
    throw error;
  }
}

/** Whose the results of a batch are; undefined where they do not tell: they are not there, as the API itself says, or something else came in their place. */
async function isNamed(calls: BatchCalls, handle: string, name: string): Promise<boolean | undefined> {
  const body = await resultsOf(calls, handle);
  if (!body) return undefined;
  try {
    for await (const { text } of resultLines(body as unknown as AsyncIterable<Uint8Array>, BEGINNING)) return ID.exec(text)?.[1]?.startsWith(`${name}-`);
    return undefined;
  } finally {
    await body.cancel();
  }
}

/** The API keeps no names: a batch of as many requests, made since then, is looked into when it has ended. As long as one does not tell, it may be the one. */
async function find(calls: BatchCalls, { name, requests, since }: LostSubmission): Promise<BatchLookup> {
  let underWay = false;
  const silent: string[] = [];
  const none = (): BatchLookup => (underWay || silent.length > 0 ? { found: 'unsure', silent, underWay } : { found: 'no' });
  for await (const batches of listPages(calls, { path: PATH, after: 'after_id', newest: true })) {
    for (const batch of batches) {
      const created = Date.parse(String(batch['created_at']));
      // The newest come first.
      if (created < since - SKEW_MS) return none();
      if (countsOf(batch).all !== requests || typeof batch['archived_at'] === 'string') continue;
      const handle = textOf(batch, 'id', calls.context);
      const hasEnded = batch['processing_status'] === 'ended';
      const isOurs = hasEnded ? await isNamed(calls, handle, name) : undefined;
      if (isOurs === true) return { found: 'yes', handle };
      underWay ||= !hasEnded;
      if (hasEnded && isOurs === undefined) silent.push(handle);
    }
  }
  return none();
}

/** All pages: who stands in for the API may list in another order. One whose results are gone is archived. */
async function listed(calls: BatchCalls, handle: string): Promise<boolean> {
  const batch = await listedThing(listPages(calls, { path: PATH, after: 'after_id' }), handle);
  return batch !== undefined && typeof batch['archived_at'] !== 'string';
}

function result(line: JsonObject, context: CallContext): BatchResult {
  const id = textOf(line, 'custom_id', context);
  const { result: came } = line;
  if (!isJsonObject(came)) return { id, error: badReply('a line of the results has no result', context) };
  switch (came['type']) {
    case 'succeeded':
      return came['message'] === undefined ? { id, error: badReply('a line of the results has no message', context) } : { id, reply: came['message'] };
    case 'expired':
      return { id, error: apiError('the batch expired before the request was answered', context, { kind: 'timeout', hint: 'it is asked again, in as many batches as its target has tries (max_retries); without batches it is asked at once' }) };
    case 'canceled':
      return { id, error: apiError('the batch was cancelled before the request was answered', context, { kind: 'unavailable', retryable: true }) };
    default: {
      const { error } = came;
      if (error === undefined || error === null) return { id, error: badReply('a line of the results has neither a reply nor an error', context) };
      return { id, error: reportedError(isJsonObject(error) ? (error['error'] ?? error) : error, context) };
    }
  }
}

/** Headers go before the body. */
async function isSampled(requests: BatchRequests): Promise<boolean> {
  for await (const line of requests) if (SAMPLED.test(line)) return true;
  return false;
}

/** Message batches of Anthropic: the requests are the body of a call, their results are lines. */
export const anthropicBatch: BatchApi = {
  most: MOST,
  priceShare: PRICE_SHARE,
  line: (id, body) => JSON.stringify({ custom_id: id, params: body }),
  async submit({ exchange, context }, { requests }) {
    const headers = { 'content-type': 'application/json', ...((await isSampled(requests)) ? { 'anthropic-version': SAMPLING_VERSION } : {}) };
    const body = joinedRequests(requests, { before: '{"requests":[', between: ',', after: ']}' });
    const batch = await readObject(await exchange({ method: 'POST', path: PATH, body, headers }), context);
    return textOf(batch, 'id', context);
  },
  find,
  listed,
  async progress({ exchange, context }, handle) {
    const batch = await readObject(await exchange({ method: 'GET', path: pathOf(handle) }), context);
    const status = textOf(batch, 'processing_status', context);
    return { ended: status === 'ended', status, done: countsOf(batch).done };
  },
  async *lines({ exchange }, handle) {
    // Not where results_url leads: the key goes to the address that it is for, and nowhere else.
    yield exchange({ method: 'GET', path: pathOf(handle, '/results') });
  },
  result,
  async cancel({ exchange, context }, handle) {
    const batch = await readObject(await exchange({ method: 'GET', path: pathOf(handle) }), context);
    if (batch['processing_status'] !== 'in_progress') return;
    await exchange({ method: 'POST', path: pathOf(handle, '/cancel'), body: '{}', headers: { 'content-type': 'application/json' } }).then((response) => response.text());
  },
};
