import type { ReplyBounds } from '../../reply-size/reply-bounds.js';
import { openDirectFetch } from './direct-fetch.js';
import type { FetchPool, ProxySettings } from './pool-settings.js';
import { PROXY_VARIABLES } from './proxy-variables.js';

type Environment = Readonly<Record<string, string | undefined>>;

function proxiesOf(env: Environment): ProxySettings | undefined {
  const [httpProxy, httpsProxy] = [PROXY_VARIABLES.http, PROXY_VARIABLES.https].map((names) => names.map((name) => ({ name, value: env[name] ?? '' })).find(({ value }) => value !== ''));
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'];
  if (!httpProxy && !httpsProxy) return undefined;
  return {
    ...(httpProxy ? { httpProxy } : {}),
    ...(httpsProxy ? { httpsProxy } : {}),
    ...(noProxy ? { noProxy } : {}),
  };
}

/**
 * A `fetch` for the SDKs on a keep-alive pool: the built-in one costs three times as much on
 * Node 20. It sends once, follows no redirect and has no time limit of its own for a reply: the
 * signal decides. It reads no more of a reply than the bounds say. `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are honoured.
 */
export async function openFetchPool(env: Environment, bounds: ReplyBounds): Promise<FetchPool> {
  const proxies = proxiesOf(env);
  if (!proxies) return openDirectFetch(bounds);
  const { openProxyFetch } = await import('./proxy-fetch.js');
  return openProxyFetch(proxies, bounds);
}
