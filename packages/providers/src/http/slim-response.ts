import type { Readable } from 'node:stream';

export interface ReplyHead {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

function cutShort(): Error {
  return Object.assign(new Error('the connection was closed before the reply was complete'), { code: 'ECONNRESET' });
}

/** The whole body. By its events: iterating over a stream costs more than reading a short reply. */
function text(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () => {
      const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      resolve(whole.toString('utf8'));
    });
    body.on('error', reject);
    // After the end this comes for every reply, and errors are costly to make.
    body.on('close', () => body.readableEnded || reject(cutShort()));
    if (body.destroyed && !body.readableEnded) reject(body.errored ?? cutShort());
  });
}

/** Headers that say nothing about the reply. The SDKs go through all headers of every reply. */
const OF_THE_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** As much of a `Response` as the SDKs use, without the streams that a real one would set up. */
export function slimResponse(head: ReplyHead, body: Readable): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(head.headers)) {
    if (value === undefined || OF_THE_CONNECTION.has(name)) continue;
    for (const single of typeof value === 'string' ? [value] : value) headers.append(name, single);
  }
  const slim = {
    url: head.url,
    status: head.status,
    statusText: head.statusText,
    ok: head.status >= 200 && head.status < 300,
    headers,
    body,
    json: async (): Promise<unknown> => JSON.parse(await text(body)),
    text: () => text(body),
  };
  return slim as unknown as Response;
}

/** Headers of a request as a plain object. */
export function plainHeaders(init: RequestInit): Record<string, string> {
  const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
  return Object.fromEntries(given);
}
