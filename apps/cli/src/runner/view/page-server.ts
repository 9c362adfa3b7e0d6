import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toErrorInfo, UsageError } from '@assay/schema';
import { admit, type Gate } from './http/admit.js';
import { Answer } from './http/answer.js';
import { failureAnswer, PageFailure } from './http/page-failure.js';
import { readBody } from './http/read-body.js';
import type { PageContext } from './page-context.js';
import { ROUTES } from './routes/registry.js';

/** Nobody on another machine can come here. */
const HOST = '127.0.0.1';
/** Bytes of the token: 128 bits. */
const TOKEN_BYTES = 16;
/** Whoever takes longer than this to send a request is cut off, in milliseconds. */
const REQUEST_MS = 10_000;
const MOST_CONNECTIONS = 200;

/** What every answer says, also those that say nothing else. */
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A page that is served. */
export interface PageServer {
  /** Its address, with the token that lets whoever has it in. */
  readonly url: string;
  /** Ends it at once, whoever is still reading. */
  close(): Promise<void>;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new PageFailure(400, 'the address is not well encoded');
  }
}

/** Answers a request that was let in. @throws whatever the answer is to be made of. */
async function answerPath(context: PageContext, path: string, request: IncomingMessage, answer: Answer, signal: AbortSignal): Promise<void> {
  const [, pathname = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/u.exec(path) ?? [];
  const matching = ROUTES.filter((route) => route.path.test(pathname));
  const method = request.method === 'HEAD' && pathname === '/' ? 'GET' : request.method;
  const route = matching.find((each) => each.method === method);
  if (!route) throw matching.length > 0 ? new PageFailure(405, `${method} is not answered here`) : new PageFailure(404, 'there is nothing at this address');
  const [, ...groups] = route.path.exec(pathname) ?? [];
  const parts = groups.map(decoded);
  await route.handle({ context, parts, query: new URLSearchParams(query), signal, body: () => readBody(request) }, answer);
}

/** @param ended Aborts when the server ends. */
async function handle(context: PageContext, gate: Gate, request: IncomingMessage, response: ServerResponse, ended: AbortSignal): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const path = admit(request, gate);
  if (path === undefined) return void response.writeHead(403, { connection: 'close', 'content-length': 0 }).end();
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const signal = AbortSignal.any([ended, gone.signal]);
  const answer = new Answer(response, signal);
  // Addresses in the page are relative to the folder that it stands in.
  if (path === '' || path.startsWith('?')) return void response.writeHead(308, { location: `/${gate.token}/` }).end();
  try {
    await answerPath(context, path, request, answer, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (answer.isBegun) return void response.destroy();
    const { status, body } = failureAnswer(error);
    // What was not read of a body is not waited for.
    if (!request.complete) response.setHeader('connection', 'close');
    answer.json(body, status);
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why = 'code' in error && error.code === 'EADDRINUSE' ? 'something else listens there' : toErrorInfo(error).message;
      reject(new UsageError(`port ${port} cannot be used: ${why}`, { hint: 'name another one with --port, or leave it out for a free one', cause: error }));
    });
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Serves the page of runs to whoever has its address.
 * @param port 0 for a free one.
 * @throws UsageError when the port cannot be used.
 */
export async function startPageServer(context: PageContext, port = 0): Promise<PageServer> {
  const ended = new AbortController();
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  let gate: Gate = { port, token };
  const server = createServer({ headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1000 }, (request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    handle(context, gate, request, response, ended.signal).catch(() => response.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  gate = { port: await listen(server, port), token };
  return {
    url: `http://${HOST}:${gate.port}/${token}/`,
    async close() {
      ended.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
