import type { Dispatcher } from 'undici';
import type { ReplyBounds } from '../../reply-size/reply-bounds.js';
import { toldOfProxy } from '../errors/proxy-refusal.js';
import { CONNECTIONS, type FetchPool, type ProxySettings } from './pool-settings.js';
import { meterOf } from './metered.js';
import { OddProxies } from './odd-proxies.js';
import { streamedBody } from './streamed-body.js';
import { throughProxy } from './through-proxy.js';
import { toProxy } from './to-proxy.js';
import { plainHeaders, slimResponse } from '../unpacking/slim-response.js';

/** A pool that goes through the proxies that the environment names. What would go through one whose address is none fails with an OddProxy. */
export async function openProxyFetch({ httpProxy, httpsProxy, ...others }: ProxySettings, bounds: ReplyBounds): Promise<FetchPool> {
  const odd = new OddProxies();
  const proxies = {
    ...others,
    ...(httpProxy === undefined ? {} : { httpProxy: odd.addressOf(httpProxy) }),
    ...(httpsProxy === undefined ? {} : { httpsProxy: odd.addressOf(httpsProxy) }),
  };
  const { EnvHttpProxyAgent, Pool, request } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    clientFactory: odd.before(toProxy(Pool), Pool),
    factory: throughProxy(Pool),
    ...proxies,
  });

  const proxyFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const reply = await request(url, {
      method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: plainHeaders(init),
      body: typeof init.body === 'string' ? init.body : (streamedBody(init) ?? null),
      signal: init.signal ?? null,
      dispatcher,
    }).catch((error: unknown) => {
      throw toldOfProxy(error);
    });
    const { statusCode, statusText, headers } = reply;
    return slimResponse({ url, status: statusCode, statusText, headers }, reply.body, bounds, meterOf(init));
  };
  // All that it needs is here.
  return { fetch: proxyFetch, warmUp: async () => undefined, close: () => dispatcher.destroy() };
}
