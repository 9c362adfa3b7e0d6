import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request has to show before anything is answered. */
export interface Gate {
  readonly port: number;
  readonly token: string;
}

/** Names of this machine for itself. Another name that leads here may belong to a page that wants to read along. */
const NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** What a browser says of requests of the page itself, and of an address that somebody opened. */
const SITES = new Set(['same-origin', 'none']);

function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** Takes the same time for every guess. */
function isToken(guess: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(guess), digest(token));
}

/**
 * The path behind the token, with its query; undefined for a request that nobody who may look at the page sends: with another name of
 * the host (a name that was bent to lead here), from another origin, or without the token.
 */
export function admit(request: IncomingMessage, { port, token }: Gate): string | undefined {
  const hosts = headerValues(request, 'host');
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !NAMES.some((name) => host === `${name}:${port}`)) return undefined;
  const origins = headerValues(request, 'origin');
  if (origins.some((origin) => origin !== `http://${host}`)) return undefined;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads && origins.length !== 1) return undefined;
  if (headerValues(request, 'sec-fetch-site').some((site) => !SITES.has(site))) return undefined;
  const [, guess = '', path] = /^\/([^/?#]*)(.*)$/su.exec(request.url ?? '') ?? [];
  return path !== undefined && isToken(guess, token) ? path : undefined;
}
