import { AssayError, ConfigError, errorText, isError, QueueError } from '@assay/schema';
import type { QueueAddress } from '../address/queue-address.js';
import { lacksRights } from './lacks-rights.js';
import { refusedWrite, withoutScript } from './refused-write.js';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ECONNRESET: 'it closes the connection',
  EPIPE: 'it closes the connection',
};
/** What the client says of a connection that was closed before it stood. */
const CLOSED = 'Connection is closed.';

const CERTIFICATE = /certificate|self.signed|CERT_|ALTNAME/u;
/** What a server says of the certificate of its client before it closes the connection, as OpenSSL words it. It may also close without. */
const CLIENT_CERTIFICATE = /\balert (?:(?:bad|unsupported|no) certificate|certificate (?:required|expired|revoked|unknown)|unknown ca)\b/u;

/** What is to be done about a certificate that is not trusted. */
function certificateHint(text: string): string {
  if (/expired|not yet valid/u.test(text)) return 'the server needs a new one, or the clock of this machine is wrong';
  if (/altname/iu.test(text)) return 'name the server as its certificate does, or give it one for this address';
  return 'set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority';
}

/** Why the certificate of a server is not trusted, and what to do about it; undefined where something else is wrong. */
export function untrustedCertificate(error: unknown): { readonly why: string; readonly hint: string } | undefined {
  const why = errorText(error).trimEnd();
  const code = (error as { readonly code?: string }).code ?? '';
  return CERTIFICATE.test(`${code} ${why}`) && !CLIENT_CERTIFICATE.test(why) ? { why, hint: certificateHint(why) } : undefined;
}

/** What is heard of something that speaks another language. */
const OTHERS: readonly (readonly [words: RegExp, why: string])[] = [
  [/Unknown RESP type/u, 'what listens there is no Redis or Valkey server'],
  [/wrong version number|packet length too long/u, 'what listens there does not speak TLS'],
];

function whyUnreachable(text: string, code: string): string {
  return OTHERS.find(([words]) => words.test(text))?.[1] ?? UNREACHABLE[text === CLOSED ? 'ECONNRESET' : code] ?? text;
}

/** The other cause: over TLS a server that is full says nothing. */
const FULL = '. Or has it as many clients as it takes (maxclients)?';

/**
 * A connection over TLS that the server closed at once. When it does not like the certificate of its client, the alert that says so
 * may be lost as the connection closes: it is the same failure with the alert and without.
 */
function closedConnection(text: string, { shown, certificate }: QueueAddress): QueueError {
  const what = CLIENT_CERTIFICATE.test(text) && certificate ? `does not accept the certificate ${certificate.certFile}` : 'closes the connection';
  return new QueueError(`the queue at ${shown} ${what}`, {
    hint: certificate
      ? `does it accept your certificate? It must be valid today, and signed by an authority that the server trusts (tls-ca-cert-file there)${FULL}`
      : `does it ask for a certificate of its clients? Name yours in the address: ?cert=FILE&key=FILE (or set tls-auth-clients no on the server)${FULL}`,
  });
}

/** What a server says when it lets nobody in, in words that say what to do. Its own words hold no password. */
export function refusedConnection(error: unknown, address: QueueAddress): AssayError {
  if (error instanceof AssayError) return error;
  const { shown, password, tls } = address;
  const text = errorText(error).trimEnd();
  const code = (error as { readonly code?: string }).code ?? '';
  if (/^(?:WRONGPASS|NOAUTH|ERR AUTH|ERR invalid (?:username|password)|ERR Client sent AUTH)/u.test(text)) {
    const what = password === undefined ? 'asks for a password' : 'does not accept the user and password';
    return new ConfigError(`the queue at ${shown} ${what}`, { hint: 'write them into the address: redis://user:password@host:6379 (redis://:password@host for the default user); the password may also stand in ASSAY_QUEUE_PASSWORD' });
  }
  if (lacksRights(text)) {
    return new ConfigError(`the queue at ${shown} lacks rights for this user: ${withoutScript(text)}`, { hint: 'the rights that are needed stand in docs/scale.md' });
  }
  const untrusted = untrustedCertificate(error);
  if (untrusted) return new ConfigError(`the certificate of the queue at ${shown} is not trusted: ${untrusted.why}`, { hint: untrusted.hint });
  if (text.includes('DB index is out of range')) {
    return new ConfigError(`the queue at ${shown} has no such database: ${text}`, { hint: 'its number stands behind the / of the address: a server has 16, from 0 on, unless its settings say otherwise' });
  }
  if (isError(error) && error.name === 'ReplyError') return refusedWrite(error, 'takes no jobs', address);
  if (tls && (code === 'ECONNRESET' || /alert|socket disconnected before/iu.test(text))) return closedConnection(text, address);
  // A server without TLS waits for the end of a line that never comes, and says nothing.
  const scheme = tls ? 'The address of a server without TLS begins with redis://' : 'An address for TLS begins with rediss://';
  return new QueueError(`the queue at ${shown} cannot be reached: ${whyUnreachable(text, code)}`, { hint: `is the server running, and is its port open from here? ${scheme}` });
}
