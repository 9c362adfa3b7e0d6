import type { Readable } from 'node:stream';

export interface ReplyHead {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

async function text(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8');
}

/** As much of a `Response` as the SDKs use, without the streams that a real one would set up. */
export function slimResponse(head: ReplyHead, body: Readable): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(head.headers)) {
    if (value === undefined) continue;
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
