import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface PlainRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

interface PlainServer {
  /** Its address, without a path. */
  readonly url: string;
  readonly requests: PlainRequest[];
}

/** A server of no format: it takes any JSON at any path, and answers in the very bytes or values that the test says. */
export async function startPlainServer(answer: object | string | Buffer, status = 200): Promise<PlainServer> {
  const requests: PlainRequest[] = [];
  const sent = typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer);
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk) => (text += String(chunk)));
    incoming.on('end', () => {
      requests.push({ path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) as PlainRequest['body'] });
      response.writeHead(status, { 'content-type': 'application/json' }).end(sent);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
