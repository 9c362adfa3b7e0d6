import { isError } from '@assay/schema';
import { ProxyRefusal } from './proxy-refusal.js';

/** Codes of the parser of HTTP. */
const HEADERS_TOO_LARGE = /^(?:HPE_HEADER_OVERFLOW|UND_ERR_HEADERS_OVERFLOW)$/u;
const NO_HTTP = /^HPE_/u;
/** What Node says of certificates that it does not trust, by its codes; what is wrong with the time or the name of one has others. */
const UNTRUSTED = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|CERT_UNTRUSTED)$/u;
const OUT_OF_TIME = /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/u;
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';
/** What OpenSSL says, behind the address of a thread and before a place in its source, of bytes that are no TLS. */
const NO_TLS = /wrong version number|packet length too long|record layer failure|unknown protocol|http request/iu;
/** What a server says that asks clients for a certificate of their own. One that speaks TLS 1.2 may only say that it agrees to nothing. */
const WANTS_CERTIFICATE = /alert (?:certificate required|bad certificate)/iu;
const OPENSSL = /\bSSL routines:[^:]*:([^:]+)/u;

export const CUT_OFF = /other side closed|terminated|aborted|content.?length|premature|socket|ECONNRESET|EPIPE/iu;

/** The innermost cause has the system's own words (`ECONNREFUSED`). */
export function rootCause(error: unknown): Error | undefined {
  let current = error;
  for (let depth = 0; depth < 8 && isError(current) && isError(current.cause); depth++) {
    current = current.cause;
  }
  const { errors } = (isError(current) ? current : {}) as { readonly errors?: unknown };
  if (Array.isArray(errors) && isError(errors[0])) current = errors[0];
  return isError(current) ? current : undefined;
}

/** What to do where nothing more is known than that a connection failed. */
export function reachHint(host: string): string {
  return `check that ${host} can be reached from here (endpoint, proxy, firewall)`;
}

/** What to do where a proxy is out of reach. */
function proxyHint(proxy: string): string {
  return `check that the proxy ${proxy} can be reached from here, and what HTTP_PROXY and HTTPS_PROXY say; hosts in NO_PROXY are asked without one`;
}

/** Why there was no connection, and how to have one. */
interface ConnectionFailure {
  readonly message: string;
  readonly hint: string;
}

/** A connection that was there, but not encrypted as was asked; undefined for other failures. */
function secureFailure(said: string, code: string, host: string): ConnectionFailure | undefined {
  if (UNTRUSTED.test(code)) {
    const hint = `where ${host} has its certificate from an authority of your own, or a proxy on the way has, name the file with the certificate of that authority in the environment variable NODE_EXTRA_CA_CERTS`;
    return { message: `the certificate of the server is not trusted: ${said} (${code})`, hint };
  }
  if (OUT_OF_TIME.test(code)) {
    return { message: `the certificate of the server is not valid now: ${said} (${code})`, hint: `check the clock of this machine; if it is right, ${host} needs a new certificate` };
  }
  if (code === OTHER_NAME) {
    return { message: `the certificate of the server is one for another host: ${said} (${code})`, hint: `write the endpoint with a name that its certificate has, and check that ${host} leads to the server that is meant` };
  }
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_')) return undefined;
  const reason = OPENSSL.exec(said)?.[1]?.trim() ?? said;
  if (NO_TLS.test(said)) {
    return { message: `what the server sent is no TLS: ${reason} (${code})`, hint: `write http:// instead of https:// if the server at ${host} takes no encrypted connections, else check the port` };
  }
  if (WANTS_CERTIFICATE.test(said)) {
    const hint = `none is sent: name as endpoint a gateway of your own that has the certificate, and leads to ${host}`;
    return { message: `the server asks for a certificate of the client: ${reason} (${code})`, hint };
  }
  return { message: `no encrypted connection could be agreed on: ${reason} (${code})`, hint: `check which versions of TLS ${host} takes, whether it asks clients for a certificate (none is sent), and that nothing on the way (a proxy, a firewall) breaks them` };
}

/** A proxy that does not lead to the host. */
function refusedByProxy({ message, statusOfProxy }: ProxyRefusal, host: string): ConnectionFailure {
  const wantsLogin = statusOfProxy === 407;
  const hint = wantsLogin
    ? 'write who you are into its address: HTTPS_PROXY=http://USER:PASSWORD@PROXY (HTTP_PROXY for a server without TLS)'
    : `check HTTPS_PROXY and HTTP_PROXY, have who runs the proxy allow ${host}, or name it in NO_PROXY where it can be reached without`;
  return { message: `no connection: ${message}${wantsLogin ? ', as long as it does not know who asks' : ''}`, hint };
}

/** What to say of a connection that failed, and how to mend it. @param proxy that could not be reached; undefined where it was the host */
export function connectionFailure(error: Error, host: string, proxy?: string): ConnectionFailure {
  const root = rootCause(error) ?? error;
  if (root instanceof ProxyRefusal) return refusedByProxy(root, host);
  const code = 'code' in root && typeof root.code === 'string' ? root.code : undefined;
  const hint = proxy === undefined ? reachHint(host) : proxyHint(proxy);
  if (code !== undefined && HEADERS_TOO_LARGE.test(code)) {
    const tooLarge = `look at what ${host}, or a proxy before it, puts into headers (cookies, as a rule): 16 KB of them are read, and NODE_OPTIONS=--max-http-header-size=65536 in the environment allows more`;
    return { message: `the headers of the reply are too large (${code})`, hint: tooLarge };
  }
  if (code !== undefined && NO_HTTP.test(code)) {
    return { message: `what the server sent is no HTTP: ${root.message} (${code})`, hint: `check that the endpoint has the port of an HTTP API, and https:// if the server at ${host} takes encrypted connections alone` };
  }
  const secure = code === undefined ? undefined : secureFailure(root.message.trim(), code, proxy ?? host);
  if (secure) return secure;
  const named = code !== undefined && !root.message.includes(code) ? `${root.message} (${code})` : root.message;
  return { message: CUT_OFF.test(named) ? `the connection broke before the reply was complete: ${named}` : proxy === undefined ? `no connection: ${named}` : `no connection to the proxy ${proxy}: ${named}`, hint };
}
