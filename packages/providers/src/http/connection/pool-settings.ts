/** Connections to one host at once. The engine's own limits are lower. */
export const CONNECTIONS = 512;

export interface FetchPool {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export interface ProxySettings {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}
