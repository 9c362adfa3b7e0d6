import { OddProxy } from '../errors/odd-proxy.js';
import type { ProxyVariable } from './pool-settings.js';

/** How proxies are spoken to. */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks:']);
/** What an address begins with that says how; `proxy:3128` does not, though it looks like that. */
const SAID = /^(?:https?:|[a-z][a-z\d+.-]*:\/\/)/iu;

/** Whether a name and a password in an address can be read: a % that stands for itself is none of a code. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The address of a proxy as an environment variable has it. Without a protocol (`proxy:3128`) it is one of HTTP, as it is for curl and most
 * others who read these variables.
 * @throws OddProxy for what is no such address.
 */
export function proxyAddress({ name, value }: ProxyVariable): string {
  const text = value.trim();
  const address = SAID.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw new OddProxy(name);
  const { protocol, username, password } = new URL(address);
  if (!PROTOCOLS.has(protocol) || !isDecodable(username) || !isDecodable(password)) throw new OddProxy(name);
  return address;
}
