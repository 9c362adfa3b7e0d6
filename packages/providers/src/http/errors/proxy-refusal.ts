import { isError } from '@assay/schema';

/** A proxy that leads to no server: it answers itself, or not at all. */
export class ProxyRefusal extends Error {
  /** The HTTP status that it answered with; undefined for one that closed the connection without an answer. What the server would have said nobody knows. */
  readonly statusOfProxy: number | undefined;

  constructor(statusOfProxy?: number) {
    super(statusOfProxy === undefined ? 'the proxy closed the connection instead of leading there' : `the proxy refused to lead there (HTTP ${statusOfProxy})`);
    this.name = 'ProxyRefusal';
    this.statusOfProxy = statusOfProxy;
  }
}

/** What the library says of a proxy that does not open a way, with the status in it. */
const REFUSED = /^Proxy response \((\d+)\) !== 200/u;

/**
 * An error of the library as it is to be told: a proxy that refuses fails there as a request that somebody gave up, which the SDKs take for a
 * time-out.
 */
export function toldOfProxy(error: unknown): unknown {
  const status = isError(error) ? REFUSED.exec(error.message)?.[1] : undefined;
  return status === undefined ? error : new ProxyRefusal(Number(status));
}
