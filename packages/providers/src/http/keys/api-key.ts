import { canonicalHash, ConfigError, createRedactor, type JsonObject, type ProviderEnvironment, type ServedBy } from '@assay/schema';
import { checkHeaders } from './check-headers.js';
import { PROXY_VARIABLES } from '../connection/proxy-variables.js';

/** Where the environment's keys of a provider may go. */
export interface KeyHosts {
  /** URLs of the provider itself: keys go to their scheme, host and port. */
  readonly own: readonly string[];
  /** The variable that names another base URL, and what it says. */
  readonly base?: { readonly variable: string; readonly url: string | undefined } | undefined;
}

export interface KeySource extends KeyHosts {
  readonly target: string;
  readonly provider: string;
  /** `api_key` of the target. */
  readonly written: string | undefined;
  /** Environment variables that may hold the key, the usual one first. */
  readonly variables: readonly string[];
  readonly options: { readonly headers?: Readonly<Record<string, string>> | undefined; readonly url?: string | undefined };
  /** Where requests go. */
  readonly address: string;
  /** True for hosts, besides the provider's own, that answer nobody without a key. */
  readonly needsKey?: ((host: string) => boolean) | undefined;
}

/** A key, and what errors need to know about it. */
export interface ApiKey {
  /** Undefined when the target is asked without one. */
  readonly apiKey: string | undefined;
  /** What to do when the host refuses the request. */
  readonly keyHint: string;
  /** Takes keys out of a text. */
  readonly redact: (text: string) => string;
  /** The account that the key and the address are of. */
  readonly servedBy: ServedBy;
}

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']);

/** Scheme, host and port; undefined for what is no URL. */
function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

function isOwnHost({ own, address }: Pick<KeySource, 'own' | 'address'>): boolean {
  const origin = originOf(address);
  return own.some((url) => originOf(url) === origin);
}

/** A request without TLS can be read by the proxy that it goes through. */
function passesForeignProxy(variable: string, address: string, { env, sourceOf }: ProviderEnvironment): boolean {
  if (!sourceOf || new URL(address).protocol !== 'http:') return false;
  const proxy = PROXY_VARIABLES.http.find((name) => env[name]);
  return proxy !== undefined && sourceOf(proxy) !== 'process' && sourceOf(proxy) !== sourceOf(variable);
}

/**
 * True if the value of a variable may be sent to an address: one of the provider's own, or the host
 * that its base URL variable names, if both variables are from the same place. Otherwise a file
 * `.env` that comes with a project could have the keys of whoever runs it sent anywhere.
 */
export function maySend(variable: string, to: KeyHosts & { readonly address: string }, environment: ProviderEnvironment): boolean {
  if (passesForeignProxy(variable, to.address, environment)) return false;
  if (isOwnHost(to)) return true;
  const { base } = to;
  if (!base || originOf(base.url?.trim()) !== originOf(to.address)) return false;
  const { sourceOf } = environment;
  return sourceOf === undefined || sourceOf(base.variable) === sourceOf(variable);
}

function filled(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

function hintOf(source: KeySource, withheld: string | undefined, apiKey: string | undefined): string {
  const { variables, address, base } = source;
  const { host } = new URL(address);
  const [variable] = variables;
  if (withheld !== undefined) {
    const named = base ? `, or the host that ${base.variable} names in the same place as the key (the environment, or the same .env)` : '';
    return (
      `${withheld} was not sent to ${host}: a key from the environment only goes to hosts of ${source.provider}${named}; ` +
      `write api_key: \${${withheld}} into the target to send it there`
    );
  }
  if (apiKey === undefined && !hasKeyHeader(source)) return `no key was sent to ${host}: write api_key: \${YOUR_VARIABLE} into the target`;
  return `check ${variable ? `${variable}, or api_key of the target` : 'api_key of the target'}: it must be valid for ${host}`;
}

function hasKeyHeader({ options: { headers = {} } }: KeySource): boolean {
  return Object.keys(headers).some((name) => KEY_HEADERS.has(name.toLowerCase()));
}

/** Keys may stand in headers too. A complete address may be of anything, also of what must not be asked twice. */
function accountOf({ address, options: { headers = {}, url } }: KeySource, apiKey: string | undefined): ServedBy {
  const account = canonicalHash([originOf(address) ?? address, apiKey ?? null, headers]);
  return { kind: 'service', account, hedged: url === undefined };
}

/**
 * The key that the target says, else one of the environment, if that may be sent to the target's
 * address. A target at any other address is asked without one.
 * @throws ConfigError for a key or a header that cannot be sent.
 */
export function findApiKey(source: KeySource, environment: ProviderEnvironment): ApiKey {
  const { env, redactor = createRedactor() } = environment;
  const written = filled(source.written);
  const set = source.variables.filter((name) => filled(env[name]) !== undefined);
  const allowed = written === undefined ? set.find((name) => maySend(name, source, environment)) : undefined;
  const apiKey = written ?? (allowed === undefined ? undefined : filled(env[allowed]));
  redactor.addOptions(source.options as JsonObject);
  redactor.add(apiKey, allowed);
  checkHeaders({ target: source.target, headers: source.options.headers ?? {}, apiKey, variable: allowed });
  const withheld = apiKey === undefined && !hasKeyHeader(source) ? set[0] : undefined;
  return { apiKey, keyHint: hintOf(source, withheld, apiKey), redact: (text) => redactor.text(text), servedBy: accountOf(source, apiKey) };
}

/**
 * The same, for APIs that answer nobody without a key at their own addresses. A target that sends a
 * key in a header of its own needs no other.
 * @throws ConfigError when there is none, with the variable to set, and for what cannot be sent.
 */
export function requireApiKey(source: KeySource, environment: ProviderEnvironment): ApiKey {
  const found = findApiKey(source, environment);
  if (found.apiKey !== undefined || hasKeyHeader(source)) return found;
  if (!isOwnHost(source) && !source.needsKey?.(new URL(source.address).hostname)) return found;
  const [variable = 'API_KEY'] = source.variables;
  const isSet = source.variables.some((name) => filled(environment.env[name]) !== undefined);
  throw new ConfigError(`target "${source.target}" has no API key for ${source.provider}`, {
    hint: isSet
      ? found.keyHint
      : `set ${variable} in the environment or in .env, or write api_key: \${YOUR_VARIABLE} into the target`,
  });
}
