import { ConfigError, type ProviderEnvironment } from '@assay/schema';

export interface KeySource {
  readonly target: string;
  readonly provider: string;
  /** `api_key` of the target. */
  readonly written: string | undefined;
  /** Environment variables that may hold the key, the usual one first. */
  readonly variables: readonly string[];
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** `url` of the target. Keys from the environment are never sent to a URL of the target's own. */
  readonly url: string | undefined;
}

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']);

/** The key that the target or the environment gives, if any. */
export function findApiKey(source: KeySource, environment: ProviderEnvironment): string | undefined {
  const variables = source.url === undefined ? source.variables : [];
  const found = [source.written, ...variables.map((name) => environment.env[name])];
  return found.find((value) => value !== undefined && value.trim() !== '')?.trim();
}

/**
 * The same, for APIs that answer nobody without one. A target that sends a key in a header of its
 * own, or has a URL of its own, needs no other.
 * @throws ConfigError when there is none, with the variable to set.
 */
export function requireApiKey(source: KeySource, environment: ProviderEnvironment): string | undefined {
  const key = findApiKey(source, environment);
  const inHeader = Object.keys(source.headers ?? {}).some((name) => KEY_HEADERS.has(name.toLowerCase()));
  if (key !== undefined || inHeader || source.url !== undefined) return key;
  const [variable = 'API_KEY'] = source.variables;
  throw new ConfigError(`target "${source.target}" has no API key for ${source.provider}`, {
    hint: `set ${variable} in the environment or in .env, or write api_key: \${YOUR_VARIABLE} into the target`,
  });
}

/** Everything about a target that must never be shown. */
export function secretsOf(key: string | undefined, headers: Readonly<Record<string, string>> | undefined): string[] {
  const values = Object.values(headers ?? {}).flatMap((value) => [value, value.replace(/^\w+\s+/u, '')]);
  return [...(key === undefined ? [] : [key]), ...values.filter((value) => value.length >= 8)];
}
