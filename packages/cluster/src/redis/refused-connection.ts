import { AssayError, ConfigError, QueueError } from '@assay/schema';
import type { QueueAddress } from '../address/queue-address.js';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ECONNRESET: 'it closes the connection',
};

const CERTIFICATE = /certificate|self.signed|CERT_|ALTNAME/u;

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a server says when it lets nobody in, in words that say what to do. Its own words hold no password. */
export function refusedConnection(error: unknown, { shown, password }: QueueAddress): AssayError {
  if (error instanceof AssayError) return error;
  const text = textOf(error);
  const code = (error as { readonly code?: string }).code ?? '';
  if (/^(?:WRONGPASS|NOAUTH|ERR AUTH|ERR invalid (?:username|password)|ERR Client sent AUTH)/u.test(text)) {
    const what = password === undefined ? 'asks for a password' : 'does not accept the user and password';
    return new ConfigError(`the queue at ${shown} ${what}`, { hint: 'write them into the address: --queue redis://user:password@host:6379 (redis://:password@host for the default user)' });
  }
  if (text.startsWith('NOPERM')) {
    return new ConfigError(`the queue at ${shown} lacks rights for this user: ${text}`, { hint: 'the rights that are needed stand in docs/scale.md' });
  }
  if (CERTIFICATE.test(`${code} ${text}`)) {
    return new ConfigError(`the certificate of the queue at ${shown} is not trusted: ${text}`, { hint: 'set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority' });
  }
  const why = UNREACHABLE[code] ?? text;
  return new QueueError(`the queue at ${shown} cannot be reached: ${why}`, { hint: 'is the server running, and is its port open from here? An address for TLS begins with rediss://' });
}
