import { OddProxy } from '../errors/odd-proxy.js';

/** How proxies are spoken to. */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks:']);
/** What an address begins with that says how; `proxy:3128` does not, though it looks like that. */
const SAID = /^(?:https?:|[a-z][a-z\d+.-]*:\/\/)/iu;

/**
 * The address of a proxy as an environment variable has it. Without a protocol (`proxy:3128`) it is one of HTTP, as it is for curl and most
 * others who read these variables.
 * @throws OddProxy for what is no such address.
 */
export function proxyAddress(variable: string, written: string): string {
  const text = written.trim();
  const address = SAID.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || !PROTOCOLS.has(new URL(address).protocol)) throw new OddProxy(variable);
  return address;
}
