import type { Dispatcher, Pool } from 'undici';
import { OddProxy } from '../errors/odd-proxy.js';
import type { ProxyVariable } from './pool-settings.js';
import { proxyAddress } from './proxy-address.js';

type MakeClient = (origin: URL, options: object) => Dispatcher;

/**
 * Proxies whose variables hold no address of one. Only what would go through such a proxy fails: the other variable, and the hosts that
 * NO_PROXY names, are not its concern.
 */
export class OddProxies {
  readonly #byHost = new Map<string, OddProxy>();

  /** The address of a proxy, or one that stands for what is none. */
  addressOf(variable: ProxyVariable): string {
    try {
      return proxyAddress(variable);
    } catch (error) {
      if (!(error instanceof OddProxy)) throw error;
      // Nobody is asked for it: the connection fails before.
      const host = `odd-${this.#byHost.size}.invalid`;
      this.#byHost.set(host, error);
      return `http://${host}`;
    }
  }

  /** Makes connections that fail for these, and as before for all others. */
  before(make: MakeClient, Connections: typeof Pool): MakeClient {
    return (origin, options) => {
      const odd = this.#byHost.get(origin.hostname);
      return odd ? new Connections(origin, { connect: (_, callback) => callback(odd, null) }) : make(origin, options);
    };
  }
}
