/** Connections to one host at once. The engine's own limits are lower. */
export const CONNECTIONS = 512;

export interface FetchPool {
  readonly fetch: typeof fetch;
  /** Loads what a request to a URL needs. */
  warmUp(url: string): Promise<void>;
  close(): Promise<void>;
}

/** An environment variable that names a proxy. */
export interface ProxyVariable {
  readonly name: string;
  readonly value: string;
}

export interface ProxySettings {
  readonly httpProxy?: ProxyVariable;
  readonly httpsProxy?: ProxyVariable;
  readonly noProxy?: string;
}
