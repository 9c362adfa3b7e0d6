import { isSecretKey, urlWithoutSecrets, type GenerateRequest, type JsonValue } from '@assay/schema';

/** Where requests of a target go, as far as that decides about their answers. */
export interface ApiPlace {
  /** Complete. */
  readonly url: string;
  /** Version of the API, where that is no part of the URL. */
  readonly version?: string | undefined;
  /** The target's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the target makes of a reply, where that is no part of the request. */
  readonly reading?: JsonValue | undefined;
}

/** What an API is sent, as far as it decides about the answer. */
export interface SentRequest {
  readonly body: Readonly<Record<string, unknown>>;
  /** Those of this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Entries by name in lower case, as headers have it, without those that hold keys. */
function publicHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (isSecretKey(name) ? [] : [[name.toLowerCase(), value]])));
}

/** The body without keys that a target puts into it. Only texts at its top: deeper down are the words of messages and tools. */
function publicBody(body: SentRequest['body']): JsonValue {
  const isPublic = (name: string): boolean => typeof body[name] !== 'string' || !isSecretKey(name);
  const names = Object.keys(body);
  return (names.every(isPublic) ? body : Object.fromEntries(names.filter(isPublic).map((name) => [name, body[name]]))) as JsonValue;
}

/** What is sent where: equal for all requests that mean the same to the API. */
export function sentIdentity(provider: string, { url, version, headers, reading }: ApiPlace, sent: SentRequest): JsonValue {
  return {
    provider,
    url: urlWithoutSecrets(url),
    version: version ?? null,
    headers: publicHeaders({ ...headers, ...sent.headers }),
    reading: reading ?? null,
    body: publicBody(sent.body),
  };
}

/** The same for one request; its seed counts also where the API takes none, so that whoever sets one gets an answer of its own. */
export function requestIdentity(provider: string, place: ApiPlace, sent: SentRequest, { seed, repeat = 1 }: GenerateRequest): JsonValue {
  return { request: sentIdentity(provider, place, sent), seed: seed ?? null, repeat };
}
