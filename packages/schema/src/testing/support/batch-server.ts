import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnthropicBatches, message } from './batches/anthropic-batches.js';
import { BatchBook, type BatchBookOptions, type Item, type Json, type ModelRequest } from './batches/batch-book.js';
import { completion, OpenAiBatches } from './batches/openai-batches.js';

/** What becomes of a call of the API itself. */
type Fault = { readonly status: number; readonly headers?: Record<string, string>; readonly message?: string; /** A body that is no error of the API. */ readonly body?: string } | { readonly reset: 'before' | 'after' };

export interface BatchServerOptions extends BatchBookOptions {
  /** Lets a call fail: before it is served, or after, so that nobody hears of it. */
  readonly fault?: ((call: { readonly method: string; readonly path: string; readonly body: string }) => Fault | undefined) | undefined;
  /** The only key that is taken. Default: any. */
  readonly key?: string | undefined;
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

/** The file of a form, as its part says. */
function fileOf(body: string, type: string): string {
  const boundary = /boundary=(?<boundary>.+)$/u.exec(type)?.groups?.['boundary'] ?? '';
  const parts = body.split(`--${boundary}`);
  if (!parts.some((part) => part.endsWith('name="purpose"\r\n\r\nbatch\r\n'))) throw new TypeError('no purpose: batch');
  const file = parts.find((part) => part.includes('name="file"'));
  return file?.slice(file.indexOf('\r\n\r\n') + 4).replace(/\r\n$/u, '') ?? '';
}

interface Served {
  readonly status: number;
  readonly json?: Json;
  readonly text?: string;
}

const ok = (json: Json): Served => ({ status: 200, json });

/** What the two APIs answer to a call. */
function createApis({ key }: BatchServerOptions, book: BatchBook) {
  const openAi = new OpenAiBatches(book);
  const anthropic = new AnthropicBatches(book);

  function alone(body: string, encode: (model: unknown, text: string) => Json): Served {
    const request = JSON.parse(body) as Json;
    const answer = book.ask(request);
    if (typeof answer === 'string') return ok(encode(request['model'], answer));
    return { status: answer.status, json: { error: { message: answer.message ?? 'refused', type: 'invalid_request_error' } } };
  }

  function ofBatch(pathname: string): Served {
    const found = book.batches.find(({ id }) => pathname.includes(`/${id}`) && !pathname.includes(`/${id}-`) && new RegExp(`/${id}(?:/|$)`, 'u').test(pathname));
    if (!found) return { status: 404, json: { error: { message: 'no such thing', type: 'not_found_error' } } };
    if (pathname.endsWith('/results')) return { status: 200, text: anthropic.lines(found) };
    if (pathname.endsWith('/cancel') && !found.ended) found.cancelled = true;
    return ok((pathname.startsWith('/v1/messages/') ? anthropic : openAi).encode(found));
  }

  return (method: string, path: string, body: string, headers: IncomingMessage['headers']): Served => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    const given = String(headers['x-api-key'] ?? headers.authorization ?? '').replace('Bearer ', '');
    if (key !== undefined && given !== key) return { status: 401, json: { error: { message: 'Incorrect API key provided', type: 'authentication_error' } } };
    if (pathname === '/v1/chat/completions') return alone(body, completion);
    if (pathname === '/v1/messages') return alone(body, message);
    if (pathname === '/v1/files' && method === 'POST') return ok({ id: openAi.keep(fileOf(body, headers['content-type'] ?? '')), object: 'file', purpose: 'batch' });
    const text = openAi.file(/^\/v1\/files\/(?<id>[^/]+)\/content$/u.exec(pathname)?.groups?.['id'] ?? '');
    if (text !== undefined) return { status: 200, text };
    if (pathname === '/v1/batches') return ok(method === 'POST' ? openAi.create(body) : book.page(searchParams, (batch) => openAi.encode(batch)));
    if (pathname === '/v1/messages/batches' && method === 'GET') return ok(book.page(searchParams, (batch) => anthropic.encode(batch)));
    if (pathname === '/v1/messages/batches') {
      const made = anthropic.create(body);
      return made ? ok(made) : { status: 400, json: { type: 'error', error: { type: 'invalid_request_error', message: 'custom_id' } } };
    }
    return ofBatch(pathname);
  };
}

/**
 * The batch APIs of OpenAI (below `/v1`) and of Anthropic (`/v1/messages/batches`) on loopback, as their documents describe them: a
 * file of lines, states, files with replies and with errors; a list of requests, results as lines. What is answered comes last first.
 */
export async function startBatchServer(options: BatchServerOptions): Promise<BatchServer> {
  const calls: string[] = [];
  const book = new BatchBook(options);
  const serve = createApis(options, book);
  let held: { readonly path: string; readonly come: () => void } | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { method = '', url = '' } = request;
    calls.push(`${method} ${url}`);
    const fault = options.fault?.({ method, path: url, body });
    if (fault && 'status' in fault) {
      const said = { error: { message: fault.message ?? 'out of order', type: 'error' } };
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body ?? JSON.stringify(said));
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
    asked: book.asked,
    batches: book.batches,
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
