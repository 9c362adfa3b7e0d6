import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface StubServer {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

/** A real HTTP server on the loopback interface that answers as told and remembers what it was asked. */
export async function startStub(answer: Answer): Promise<StubServer> {
  const received: ReceivedRequest[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const seen = { url: request.url ?? '', headers: request.headers, body: await bodyOf(request) };
    received.push(seen);
    answer(response, seen);
  };
  const server = createServer((request, response) => {
    void take(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

/** Server-sent events, whole or, with `cut`, broken off after the given ones. */
export function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  ending: 'end' | 'cut' | 'open' = 'end',
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(event);
  if (ending === 'end') response.end();
  if (ending === 'cut') setTimeout(() => response.destroy(), 20);
}
