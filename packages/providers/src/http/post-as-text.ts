import type { JsonClient, PostOptions, StreamedBody } from './json-call.js';
import { metered } from './connection/metered.js';
import { StatusFailure } from './errors/status-failure.js';
import { plainHeaders } from './unpacking/slim-response.js';

type Fetch = typeof globalThis.fetch;

/** What an SDK hands to its `fetch` of what it was called with. */
interface Exchanged extends RequestInit {
  /** Takes the place of sending. */
  readonly exchange: (url: string, init: RequestInit) => Promise<Response>;
}

/** A client of an SDK that takes bodies in any form. */
export interface SdkClient {
  post(path: string, options: SdkPost): { asResponse(): Promise<Response> };
  get(path: string, options: SdkGet): { asResponse(): Promise<Response> };
}

interface SdkGet extends Pick<PostOptions, 'headers'> {
  readonly fetchOptions: object;
}

interface SdkPost extends Pick<PostOptions, 'headers' | 'stream'> {
  readonly body: string;
  readonly fetchOptions: object;
}

/** A request without its body, as an SDK makes it. */
interface RequestHead {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Most kinds of requests whose heads are kept. A target has one or two; headers of one's own could be others every time. */
const MOST_HEADS = 16;

/** The `fetch` to make the client of an SDK with: what really happens is said with every request. */
const exchangingFetch = ((url: string, init: RequestInit) => (init as Exchanged).exchange(url, init)) as Fetch;

/** Of known length, since not every server takes one that ends when it ends. */
async function streamed({ bytes, pieces }: StreamedBody, init: RequestInit) {
  const { Readable } = await import('node:stream');
  return { headers: { ...plainHeaders(init), 'content-length': String(bytes) }, body: Readable.from(pieces(), { objectMode: false }) };
}

/**
 * A client that knows an API's address and headers by its SDK, which is asked for what differs only:
 * the first request of a kind, whose head serves for all that follow, and connections that fail, which become the SDK's
 * errors. What a server says of a failure is left as it came: of a body that does not have its words under `error`, the
 * SDKs keep nothing. To make every head anew would be a tenth of a run's whole work. The SDK is never given the caller's signal:
 * it does not take its listeners off, and one signal may serve a whole run.
 *
 * Bodies are sent as texts. The SDKs ask of everything else whether it is a form, and with that load
 * the HTTP client of Node, which nothing here uses: a tenth of the time to a first request. Replies are
 * not left to them either: they read the same bytes in different ways, and some of them not at all.
 */
export function postAsText(pool: Fetch, makeClient: (fetch: Fetch) => SdkClient): JsonClient {
  const client = makeClient(exchangingFetch);
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await pool(url, init);
    if (!answer.ok) throw new StatusFailure(answer.status, answer.headers, await answer.text());
    return answer;
  };
  const heads = new Map<string, RequestHead>();

  function keep(kind: string, head: RequestHead): void {
    if (heads.size >= MOST_HEADS) heads.clear();
    heads.set(kind, head);
  }

  return {
    async post(path, { body, headers: own = {}, signal, stream, meter }) {
      const text = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', ...own };
      const send = ({ url, headers: all }: RequestHead) => {
        const init: RequestInit = { method: 'POST', headers: all, body: text, signal, ...metered(meter) };
        return fetch(url, init);
      };
      const bySdk = (exchange: Exchanged['exchange']) =>
        client.post(path, { body: text, headers, stream, fetchOptions: { exchange } }).asResponse();

      const kind = JSON.stringify([path, headers, stream]);
      const known = heads.get(kind);
      if (!known) {
        return bySdk((url, init) => {
          const head = { url, headers: plainHeaders(init) };
          keep(kind, head);
          return send(head);
        });
      }
      try {
        return await send(known);
      } catch (error) {
        return bySdk(() => Promise.reject(error as Error));
      }
    },
    exchange({ method, path, body, headers = {}, signal, meter }) {
      const exchange: Exchanged['exchange'] = async (url, init) => {
        const sent = typeof body === 'object' ? await streamed(body, init) : { headers: plainHeaders(init), ...(body === undefined ? {} : { body }) };
        return fetch(url, { method, ...sent, signal, ...metered(meter) } as RequestInit);
      };
      const text = typeof body === 'string' ? body : '';
      const asked = method === 'GET' ? client.get(path, { headers, fetchOptions: { exchange } }) : client.post(path, { body: text, headers, stream: false, fetchOptions: { exchange } });
      return asked.asResponse();
    },
  };
}
