import type { Dispatcher, Pool } from 'undici';
import { ProxyOutOfReach } from '../errors/proxy-out-of-reach.js';

/** A pool of connections to a proxy, whose failures say that they are those of the proxy. */
export function toProxy(Connections: typeof Pool): (origin: URL, options: object) => Dispatcher {
  return (origin, options) => {
    const { connect, ...others } = options as Pool.Options;
    if (typeof connect !== 'function') return new Connections(origin, options);
    return new Connections(origin, {
      ...others,
      connect: (to, callback) => connect(to, (...[error, socket]) => (error ? callback(new ProxyOutOfReach(origin.host, error), null) : callback(null, socket as NonNullable<typeof socket>))),
    });
  };
}
