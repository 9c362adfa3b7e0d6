import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

/** A request to a model, alone or out of a batch. */
interface ModelRequest {
  readonly model: string;
  /** Everything that was said, as one text. */
  readonly text: string;
  readonly body: Json;
  /** Number of the batch that it came in, counted from 1; undefined for one that came alone. */
  readonly batch: number | undefined;
}

/** What becomes of a request: a reply with this text, an error with a status, or no answer in time. */
type BatchAnswer = string | { readonly status: number; readonly message?: string } | 'EXPIRED';

/** What becomes of a call of the API itself. */
type Fault = { readonly status: number; readonly headers?: Record<string, string>; readonly message?: string } | { readonly reset: 'before' | 'after' };

export interface BatchServerOptions {
  readonly answer: (request: ModelRequest) => BatchAnswer;
  /** Whether a batch has ended, asked whenever somebody looks. Default: always. */
  readonly done?: ((batch: number) => boolean) | undefined;
  /** Lets a call fail: before it is served, or after, so that nobody hears of it. */
  readonly fault?: ((call: { readonly method: string; readonly path: string; readonly body: string }) => Fault | undefined) | undefined;
  /** The only key that is taken. Default: any. */
  readonly key?: string | undefined;
  /** Why a batch fails as a whole, when it is first looked at: as OpenAI lists it. */
  readonly failure?: ((batch: number) => { readonly code: string; readonly message: string; readonly line?: number } | undefined) | undefined;
}

interface Item {
  readonly id: string;
  readonly body: Json;
}

interface Batch {
  readonly number: number;
  readonly id: string;
  readonly items: readonly Item[];
  readonly metadata: Json;
  readonly createdAt: number;
  cancelled: boolean;
  ended: boolean;
  errors: readonly Json[];
  results: readonly (readonly [Item, BatchAnswer | 'CANCELLED'])[];
}

export interface BatchServer {
  readonly url: string;
  /** Calls of the API, in order: `POST /v1/batches`. */
  readonly calls: readonly string[];
  /** What models were asked, in batches and alone. */
  readonly asked: readonly ModelRequest[];
  readonly batches: readonly { readonly number: number; readonly items: readonly Item[]; readonly cancelled: boolean }[];
  /** Leaves the next call of `POST path` without an answer; one that submits a batch has served its purpose by then. @returns resolves when it has come. */
  holdNext(path: string): Promise<void>;
  close(): Promise<void>;
}

const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

function completion(model: unknown, text: string): Json {
  return { id: 'c', object: 'chat.completion', created: 1, model, choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }], usage: USAGE };
}

function message(model: unknown, text: string): Json {
  return { id: 'm', type: 'message', role: 'assistant', model, content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: { input_tokens: 1000, output_tokens: 100 } };
}

function textOf(body: Json): string {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as Json[]) : [];
  return [body['system'], ...messages.map(({ content }) => content)].map((part) => (typeof part === 'string' ? part : part === undefined ? '' : JSON.stringify(part))).join('\n');
}

function modelRequest(body: Json, batch?: number): ModelRequest {
  return { model: String(body['model']), text: textOf(body), body, batch };
}

/** The file of a form, as its part says. */
function fileOf(body: string, type: string): string {
  const boundary = /boundary=(?<boundary>.+)$/u.exec(type)?.groups?.['boundary'] ?? '';
  const parts = body.split(`--${boundary}`);
  if (!parts.some((part) => part.endsWith('name="purpose"\r\n\r\nbatch\r\n'))) throw new TypeError('no purpose: batch');
  const file = parts.find((part) => part.includes('name="file"'));
  return file?.slice(file.indexOf('\r\n\r\n') + 4).replace(/\r\n$/u, '') ?? '';
}

/** Lines that OpenAI refuses a whole file for. */
function lineErrors(items: readonly Item[], lines: readonly Json[], endpoint: unknown): readonly Json[] {
  const models = new Set(items.map(({ body }) => body['model']));
  return lines.flatMap((line, index) => {
    const refuse = (message: string): Json[] => [{ code: 'invalid_request', message, line: index + 1, param: null }];
    if (line['method'] !== 'POST' || line['url'] !== endpoint) return refuse('the url is not that of the batch');
    if (items.findIndex(({ id }) => id === items[index]?.id) !== index) return refuse('custom_id is not unique');
    if (items[index]?.body['stream'] !== undefined) return refuse('stream is not supported');
    return models.size > 1 ? refuse('several models in one file') : [];
  });
}

/**
 * The batch APIs of OpenAI (below `/v1`) and of Anthropic (`/v1/messages/batches`) on loopback, as their documents describe them: a
 * file of lines, states, files with replies and with errors; a list of requests, results as lines. What is answered comes last first.
 */
export async function startBatchServer(options: BatchServerOptions): Promise<BatchServer> {
  const calls: string[] = [];
  const asked: ModelRequest[] = [];
  const files = new Map<string, string>();
  const batches: Batch[] = [];
  let held: { readonly path: string; readonly come: () => void } | undefined;

  function answerOf(item: Item, batch: Batch): BatchAnswer | 'CANCELLED' {
    if (batch.cancelled) return 'CANCELLED';
    const request = modelRequest(item.body, batch.number);
    asked.push(request);
    return options.answer(request);
  }

  function add(items: readonly Item[], metadata: Json, errors: readonly Json[]): Batch {
    const number = batches.length + 1;
    const batch: Batch = { number, id: `batch_${number}`, items, metadata, createdAt: Date.now(), cancelled: false, ended: false, errors, results: [] };
    batches.push(batch);
    return batch;
  }

  function look(batch: Batch): Batch {
    if (batch.ended || !(batch.cancelled || (options.done?.(batch.number) ?? true))) return batch;
    batch.ended = true;
    const failure = options.failure?.(batch.number);
    if (failure) batch.errors = [failure];
    if (batch.errors.length === 0) batch.results = batch.items.map((item) => [item, answerOf(item, batch)] as const).toReversed();
    return batch;
  }

  function openAiBatch(batch: Batch): Json {
    const { id, ended, results, errors, metadata } = look(batch);
    const bad = results.filter(([, answer]) => typeof answer !== 'string' || answer === 'EXPIRED' || answer === 'CANCELLED');
    if (ended) {
      const lines = results.map(([item, answer]) => JSON.stringify(openAiLine(item, answer)));
      files.set(`${id}-out`, lines.filter((_, index) => !bad.includes(results[index] as never)).map((line) => `${line}\n`).join(''));
      files.set(`${id}-err`, lines.filter((_, index) => bad.includes(results[index] as never)).map((line) => `${line}\n`).join(''));
    }
    const status = !ended ? (batch.cancelled ? 'cancelling' : 'in_progress') : errors.length > 0 ? 'failed' : batch.cancelled ? 'cancelled' : results.some(([, answer]) => answer === 'EXPIRED') ? 'expired' : 'completed';
    return {
      id,
      object: 'batch',
      status,
      metadata,
      created_at: Math.floor(batch.createdAt / 1000),
      completion_window: '24h',
      errors: errors.length > 0 ? { object: 'list', data: errors } : null,
      request_counts: { total: batch.items.length, completed: results.length - bad.length, failed: bad.length },
      ...(ended && results.length > bad.length ? { output_file_id: `${id}-out` } : {}),
      ...(ended && bad.length > 0 ? { error_file_id: `${id}-err` } : {}),
    };
  }

  function openAiLine({ id, body }: Item, answer: BatchAnswer | 'CANCELLED'): Json {
    const line = { id: `batch_req_${id}`, custom_id: id };
    if (answer === 'EXPIRED') return { ...line, response: null, error: { code: 'batch_expired', message: 'This request could not be executed before the completion window expired.' } };
    if (answer === 'CANCELLED') return { ...line, response: null, error: { code: 'batch_cancelled', message: 'This request was cancelled.' } };
    if (typeof answer === 'string') return { ...line, response: { status_code: 200, request_id: 'r', body: completion(body['model'], answer) }, error: null };
    return { ...line, response: { status_code: answer.status, request_id: 'r', body: { error: { message: answer.message ?? 'refused', type: 'invalid_request_error' } } }, error: null };
  }

  function anthropicBatch(batch: Batch): Json {
    const { id, ended, results, items } = look(batch);
    const count = (is: (answer: unknown) => boolean): number => results.filter(([, answer]) => is(answer)).length;
    return {
      id,
      type: 'message_batch',
      processing_status: ended ? 'ended' : batch.cancelled ? 'canceling' : 'in_progress',
      created_at: new Date(batch.createdAt).toISOString(),
      archived_at: null,
      request_counts: {
        processing: ended ? 0 : items.length,
        succeeded: count((answer) => typeof answer === 'string' && answer !== 'EXPIRED' && answer !== 'CANCELLED'),
        errored: count((answer) => typeof answer === 'object'),
        expired: count((answer) => answer === 'EXPIRED'),
        canceled: count((answer) => answer === 'CANCELLED'),
      },
      results_url: ended ? `https://api.anthropic.com/v1/messages/batches/${id}/results` : null,
    };
  }

  function anthropicLine([{ id, body }, answer]: Batch['results'][number]): Json {
    if (answer === 'EXPIRED') return { custom_id: id, result: { type: 'expired' } };
    if (answer === 'CANCELLED') return { custom_id: id, result: { type: 'canceled' } };
    if (typeof answer === 'string') return { custom_id: id, result: { type: 'succeeded', message: message(body['model'], answer) } };
    const type = answer.status === 529 ? 'overloaded_error' : answer.status < 500 ? 'invalid_request_error' : 'api_error';
    return { custom_id: id, result: { type: 'errored', error: { type: 'error', error: { type, message: answer.message ?? 'refused' } } } };
  }

  function page(search: URLSearchParams, encode: (batch: Batch) => Json): Json {
    const limit = Number(search.get('limit') ?? 20);
    const after = search.get('after') ?? search.get('after_id');
    const newest = batches.toReversed();
    const start = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
    return { data: newest.slice(start, start + limit).map(encode), has_more: start + limit < newest.length };
  }

  function alone(body: Json, encode: (model: unknown, text: string) => Json): { readonly status: number; readonly json: Json } {
    const request = modelRequest(body);
    asked.push(request);
    const answer = options.answer(request);
    if (typeof answer === 'string') return { status: 200, json: encode(body['model'], answer) };
    return { status: answer.status, json: { error: { message: answer.message ?? 'refused', type: 'invalid_request_error' } } };
  }

  function createOpenAi(body: string): Json {
    const wanted = JSON.parse(body) as Json;
    const lines = (files.get(String(wanted['input_file_id'])) ?? '').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Json);
    const items = lines.map((line) => ({ id: String(line['custom_id']), body: line['body'] as Json }));
    return openAiBatch(add(items, (wanted['metadata'] ?? {}) as Json, lineErrors(items, lines, wanted['endpoint'])));
  }

  function createAnthropic(body: string): Json | undefined {
    const { requests } = JSON.parse(body) as { readonly requests: readonly Json[] };
    const items = requests.map((one) => ({ id: String(one['custom_id']), body: one['params'] as Json }));
    const wrong = items.some(({ id }) => !/^[\w-]{1,64}$/u.test(id)) || new Set(items.map(({ id }) => id)).size < items.length;
    return wrong ? undefined : anthropicBatch(add(items, {}, []));
  }

  function serve(method: string, path: string, body: string, headers: IncomingMessage['headers']): { readonly status: number; readonly json?: Json; readonly text?: string } {
    const { pathname, searchParams } = new URL(path, 'http://x');
    const given = String(headers['x-api-key'] ?? headers.authorization ?? '').replace('Bearer ', '');
    if (options.key !== undefined && given !== options.key) return { status: 401, json: { error: { message: 'Incorrect API key provided', type: 'authentication_error' } } };
    const found = batches.find(({ id }) => pathname.includes(`/${id}`) && !pathname.includes(`/${id}-`) && new RegExp(`/${id}(?:/|$)`, 'u').test(pathname));
    const ok = (json: Json) => ({ status: 200, json });
    if (pathname === '/v1/chat/completions') return alone(JSON.parse(body) as Json, completion);
    if (pathname === '/v1/messages') return alone(JSON.parse(body) as Json, message);
    if (pathname === '/v1/files' && method === 'POST') {
      const id = `file-${files.size + 1}`;
      files.set(id, fileOf(body, headers['content-type'] ?? ''));
      return ok({ id, object: 'file', purpose: 'batch' });
    }
    const file = /^\/v1\/files\/(?<id>[^/]+)\/content$/u.exec(pathname)?.groups?.['id'];
    if (file !== undefined && files.has(file)) return { status: 200, text: files.get(file) ?? '' };
    if (pathname === '/v1/batches') return ok(method === 'POST' ? createOpenAi(body) : page(searchParams, openAiBatch));
    if (pathname === '/v1/messages/batches' && method === 'GET') return ok(page(searchParams, anthropicBatch));
    if (pathname === '/v1/messages/batches') {
      const made = createAnthropic(body);
      return made ? ok(made) : { status: 400, json: { type: 'error', error: { type: 'invalid_request_error', message: 'custom_id' } } };
    }
    if (!found) return { status: 404, json: { error: { message: 'no such thing', type: 'not_found_error' } } };
    const encode = pathname.startsWith('/v1/messages/') ? anthropicBatch : openAiBatch;
    if (pathname.endsWith('/cancel')) {
      if (!found.ended) found.cancelled = true;
      return ok(encode(found));
    }
    if (pathname.endsWith('/results')) return { status: 200, text: look(found).results.map((result) => `${JSON.stringify(anthropicLine(result))}\n`).join('') };
    return ok(encode(found));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '' } = request;
    calls.push(`${method} ${url}`);
    const fault = options.fault?.({ method, path: url, body });
    if (fault && 'status' in fault) {
      const said = { error: { message: fault.message ?? 'out of order', type: 'error' } };
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(JSON.stringify(said));
      return;
    }
    const served = fault?.reset === 'before' ? undefined : serve(method, url, body, request.headers);
    if (held?.path === url && method === 'POST') {
      held.come();
      held = undefined;
      return;
    }
    if (!served || fault) response.destroy();
    else response.writeHead(served.status, { 'content-type': 'application/json' }).end(served.text ?? JSON.stringify(served.json));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    asked,
    batches,
    holdNext: (path) =>
      new Promise((come) => {
        held = { path, come };
      }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
