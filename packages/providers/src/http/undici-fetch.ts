import type { Dispatcher } from 'undici';

/** Connections to one host at once. The engine's own limits are lower. */
const CONNECTIONS = 512;

type Environment = Readonly<Record<string, string | undefined>>;
type UndiciResponse = Dispatcher.ResponseData;

/** As much of a `Response` as the SDKs use, without the streams that a real one would set up. */
function slimResponse(url: string, reply: UndiciResponse): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    if (value === undefined) continue;
    for (const single of Array.isArray(value) ? value : [value]) headers.append(name, single);
  }
  const slim = {
    url,
    status: reply.statusCode,
    statusText: reply.statusText,
    ok: reply.statusCode >= 200 && reply.statusCode < 300,
    headers,
    body: reply.body,
    json: () => reply.body.json(),
    text: () => reply.body.text(),
  };
  return slim as unknown as Response;
}

function proxies(env: Environment): { httpProxy?: string; httpsProxy?: string; noProxy?: string } | undefined {
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY'];
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY'];
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'];
  if (!httpProxy && !httpsProxy) return undefined;
  return {
    ...(httpProxy ? { httpProxy } : {}),
    ...(httpsProxy ? { httpsProxy } : {}),
    ...(noProxy ? { noProxy } : {}),
  };
}

export interface FetchPool {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * A `fetch` for the SDKs on a keep-alive pool of undici's `request`, which costs a third of the
 * built-in one on Node 20. It sends once, follows no redirect and has no time limit of its own
 * for a reply: the signal decides. `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are honoured.
 */
export async function openFetchPool(env: Environment): Promise<FetchPool> {
  const { Agent, EnvHttpProxyAgent, request } = await import('undici');
  const limits = {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const proxy = proxies(env);
  const dispatcher: Dispatcher = proxy ? new EnvHttpProxyAgent({ ...limits, ...proxy }) : new Agent(limits);

  const pooledFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const headers: Record<string, string> = {};
    const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    for (const [name, value] of given) headers[name] = value;
    const reply = await request(url, {
      method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
      headers,
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
      dispatcher,
    });
    return slimResponse(url, reply);
  };
  return { fetch: pooledFetch, close: () => dispatcher.destroy() };
}
