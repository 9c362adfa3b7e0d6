import type { Dispatcher, Pool } from 'undici';
import { ProxyRefusal } from '../errors/proxy-refusal.js';

/** What the library calls a connection that was closed while something was asked on it. */
const CLOSED = /^UND_ERR_(?:SOCKET|INFO)$/u;

/** What a proxy did in place of leading to a server; undefined for what failed behind it, or is told as it is. */
function refusalOf(error: Error, protocol: string): ProxyRefusal | undefined {
  const code = 'code' in error ? String(error.code) : '';
  // Behind a proxy that leads there it may be the server that resets a connection, as it is to be encrypted.
  const isClosed = CLOSED.test(code) || (protocol === 'http:' && code === 'ECONNRESET');
  return isClosed ? new ProxyRefusal() : undefined;
}

/**
 * A pool of connections to a server that a proxy leads to. A proxy that closes the connection in place of an answer has refused: the library
 * takes its own error for that as one of a connection that was there, and would ask the proxy again and again, without a pause and without end.
 */
export function throughProxy(Connections: typeof Pool): (origin: string | URL, options: object) => Dispatcher {
  return (origin, options) => {
    const { connect, ...others } = options as Pool.Options;
    if (typeof connect !== 'function') return new Connections(origin, options);
    return new Connections(origin, {
      ...others,
      connect: (to, callback) => connect(to, (...[error, socket]) => (error ? callback(refusalOf(error, to.protocol) ?? error, null) : callback(null, socket as NonNullable<typeof socket>))),
    });
  };
}
