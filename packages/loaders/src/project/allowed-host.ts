/** A server that may be asked: by its name or address, and its port where one is written. */
export interface AllowedHost {
  /** As URLs have it: in lower case, addresses of version 6 in brackets. */
  readonly host: string;
  /** Undefined allows all ports. */
  readonly port?: number | undefined;
}

/** `HOST` or `HOST:PORT`, as people write them; undefined for anything else. */
export function readAllowedHost(written: string): AllowedHost | undefined {
  const text = written.trim();
  const [, name = '', port] = /^(\[[^\]]*\]|[^\s/?#@:[\]*]+)(?::(\d{1,5}))?$/u.exec(text) ?? [];
  if (name === '' || !URL.canParse(`http://${name}`) || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  const host = new URL(`http://${name}`).hostname.replace(/\.$/u, '');
  if (host === '') return undefined;
  return { host, ...(port === undefined ? {} : { port: Number(port) }) };
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Whether a URL of HTTP leads to one of the hosts; false for what is no such URL. */
export function isAllowedUrl(url: string, hosts: readonly AllowedHost[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port } = new URL(url);
  const known = PORTS[protocol];
  if (known === undefined) return false;
  const asked = port === '' ? known : Number(port);
  return hosts.some((allowed) => allowed.host === hostname.replace(/\.$/u, '') && (allowed.port === undefined || allowed.port === asked));
}
