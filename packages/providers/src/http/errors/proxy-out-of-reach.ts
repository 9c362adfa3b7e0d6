/** There was no connection to a proxy: whoever was to be asked by it has no part in that. */
export class ProxyOutOfReach extends Error {
  /** Name and port of the proxy, without what lets somebody in. */
  readonly host: string;

  constructor(host: string, cause: Error) {
    super(`the proxy ${host} cannot be reached: ${cause.message}`, { cause });
    this.name = 'ProxyOutOfReach';
    this.host = host;
  }
}
