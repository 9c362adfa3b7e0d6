import { describeKind, isError, isJsonObject, JsonBoundsError, jsonErrorWords, ProviderError, urlWithoutSecrets, type ProviderErrorKind, type ServedBy } from '@assay/schema';
import { LARGER_HINT, ReplyTooLarge } from '../../reply-size/reply-too-large.js';
import { findRetirement } from '../../retirements/find-retirement.js';
import { connectionFailure, CUT_OFF, reachHint, rootCause } from './connection-failure.js';
import { failureWords, saidWords } from './failure-words.js';
import { findCause } from './find-cause.js';
import { NoReply } from '../no-reply.js';
import { OddProxy } from './odd-proxy.js';
import { ProxyRefusal } from './proxy-refusal.js';
import { isHeaders } from '../slim-headers.js';
import { ProxyOutOfReach } from './proxy-out-of-reach.js';
import { retryAfterMs, retryDelayMs } from './retry-after.js';
import { StatusFailure } from './status-failure.js';
import { UnreadablePacking } from '../unpacking/unpacked.js';

/** Who is asked, as error messages and limits have it. */
export interface CallContext {
  /** Name of the target. */
  readonly target: string;
  readonly provider: string;
  readonly model: string;
  /** Host of the endpoint. */
  readonly host: string;
  /** What to do when the host refuses the key, or the lack of one. */
  readonly keyHint: string;
  /** Takes out of a text what must not show in a message. */
  readonly redact: (text: string) => string;
  /** The account that is asked. */
  readonly servedBy: ServedBy;
}

function kindOfStatus(status: number): ProviderErrorKind {
  if (status === 401 || status === 402 || status === 403) return 'auth';
  if (status === 408) return 'timeout';
  // Locked, too early, or ended by a proxy or by the server itself: as a conflict, none of them says anything against the request.
  if (status === 409 || status === 423 || status === 425 || status === 499 || status >= 500) return 'server';
  if (status === 429) return 'rate_limit';
  return 'bad_request';
}

/**
 * Errors that arrive inside a reply carry words instead of a status: a type, which may say what it is about and no more (`requests`), and a
 * code, which may be all that tells (`rate_limit_exceeded`).
 */
function kindOfWords(words: string): ProviderErrorKind {
  if (/rate_limit|quota|too_many_requests/u.test(words)) return 'rate_limit';
  if (/authentication|permission|billing|api_key/u.test(words)) return 'auth';
  if (/invalid_request|not_found|too_large|context_length/u.test(words)) return 'bad_request';
  return 'server';
}

/** The status that an error inside a reply has for a code, as a number or in digits. */
function statusOfCode(code: unknown): number | undefined {
  const status = typeof code === 'string' && /^\d{3}$/u.test(code) ? Number(code) : code;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : undefined;
}

export const QUOTA_HINT = 'the quota of the account is used up: check its plan and billing';
const UNPAID_HINT = 'the account is not active, or has spent what it may: check its plan and billing';
/** Google and xAI answer a wrong key with status 400. */
const BAD_KEY = /^api key (?:not valid|expired)|api_key_invalid|^incorrect api key/iu;
/** How servers word that a prompt is longer than their model reads. */
const TOO_LONG = /context_length_exceeded|maximum context length|context (?:length|window|size)|prompt is too long|input token count .*exceeds/iu;
/** OpenAI and Azure say so of models of which the name of a deployment does not tell that they reason. */
const NEWER_LIMIT = /'max_tokens' is not supported .*'max_completion_tokens'/iu;
/** How servers word, with the status of a limit, that no wait helps: a quota, credit or an account that is used up. */
const SPENT_QUOTA = /insufficient_quota|exceeded your current (?:\w+ )?quota|exceeded_current_quota/iu;
const UNPAID = /billing_not_active|account is not active|billing_hard_limit|billing hard limit|(?:monthly|reached (?:your|its)) spending limit|used all available credits/iu;
/** Anthropic answers an account without credit with status 400. */
const NO_CREDIT = /credit balance is too low/iu;

const ODD_PROXY_HINT = 'write it as http://PROXY:PORT or http://USER:PASSWORD@PROXY:PORT, with %40 for an @ and %25 for a % in the password; hosts in NO_PROXY are asked without a proxy';

/** What to name instead of a model that its provider has retired, if the failure may come from that. */
function retirementHint(
  kind: ProviderErrorKind,
  detail: string,
  { provider, model }: CallContext,
): string | undefined {
  if (kind !== 'bad_request' && !(kind === 'server' && /model/iu.test(detail))) return undefined;
  const retirement = findRetirement(provider, model);
  if (!retirement) return undefined;
  const { retired, successor } = retirement;
  return (
    `${provider}:${model} was retired on ${retired}: name ${provider}:${successor} instead, ` +
    `or say so for all files under model_aliases in .assay/config.yaml`
  );
}

/** What to look at where the server says that an account is used up, or not paid for. */
function usedUpHint(detail: string): string | undefined {
  if (SPENT_QUOTA.test(detail)) return QUOTA_HINT;
  return UNPAID.test(detail) ? UNPAID_HINT : undefined;
}

function hintFor(
  kind: ProviderErrorKind,
  status: number | undefined,
  detail: string,
  context: CallContext,
): string | undefined {
  if (status === 402 || NO_CREDIT.test(detail)) return 'the account has no credit left: top it up, or use another target';
  if (kind === 'auth') return usedUpHint(detail) ?? context.keyHint;
  if (status !== undefined && status >= 300 && status < 400) {
    return 'redirects are not followed, since they would carry the key along: write the address that it leads to into the target';
  }
  const retired = retirementHint(kind, detail, context);
  if (retired !== undefined) return retired;
  if (status === 404) return `check that "${context.model}" exists at ${context.host} and that the endpoint is right, with its whole path (often /v1)`;
  const usedUp = usedUpHint(detail);
  if (usedUp !== undefined) return usedUp;
  // Whoever sends the requests knows how fewer are sent.
  if (kind === 'rate_limit') return undefined;
  if (status === 413) return 'the request is too large: shorten the prompt or its attachments';
  if (kind === 'bad_request' && TOO_LONG.test(detail)) {
    return `"${context.model}" cannot read so much at once: shorten the prompt, or lower max_tokens if that is counted with it`;
  }
  if (kind === 'bad_request' && NEWER_LIMIT.test(detail)) {
    return 'write parameter_mapping: {max_tokens: max_completion_tokens} into the target: its model takes the limit of tokens by its newer name only';
  }
  if (kind === 'bad_request')
    return `a parameter may not suit "${context.model}"; parameters: {name: null} leaves one out`;
  if (kind === 'network') return reachHint(context.host);
  // It is the server that waits no longer: more time here gives it none.
  if (status === 408) return 'the server gave up on the request: ask for less, or run it again later';
  if (kind === 'timeout') return 'raise timeout_seconds of the target, or ask for less';
  return undefined;
}

/** Whether no wait helps. */
function isUsedUp(detail: string): boolean {
  return SPENT_QUOTA.test(detail) || UNPAID.test(detail);
}

function property(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}

const SHOWN_CHARACTERS = 500;

/** What a server said, on one line. Keys are taken out before it is cut: half of one could not be recognized. */
export function shown(text: string, { redact }: CallContext): string {
  const line = redact(text).replaceAll(/\s+/gu, ' ').trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}

/** Connections fail with the SDKs' own error, bodies with an error of the system or of undici. */
function isNetworkError(error: Error): boolean {
  const root = rootCause(error) ?? error;
  return (
    error.constructor.name.startsWith('APIConnection') ||
    typeof property(root, 'code') === 'string' ||
    root instanceof ProxyRefusal ||
    CUT_OFF.test(root.message)
  );
}

export interface ApiErrorOptions {
  readonly kind: ProviderErrorKind;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly retryable?: boolean | undefined;
  /** What to do about it; null where only the sender of the requests can say. Default: what its kind and words suggest. */
  readonly hint?: string | null | undefined;
  readonly overloaded?: boolean | undefined;
  readonly cause?: unknown;
}

/** An error that says which target, model and host it is about. Keys never show in it. */
export function apiError(message: string, context: CallContext, options: ApiErrorOptions): ProviderError {
  const subject = `target "${context.target}" (${context.provider}:${context.model} at ${context.host})`;
  return new ProviderError(context.redact(`${subject}: ${message}`), {
    ...options,
    hint: options.hint === null ? undefined : (options.hint ?? hintFor(options.kind, options.status, message, context)),
    target: context.target,
  });
}

/** The error for a signal that ended the request: a time-out, or a person who gave up. */
function endedBySignal(signal: AbortSignal, context: CallContext): ProviderError {
  const reason: unknown = signal.reason;
  if (isError(reason) && reason.name === 'TimeoutError') {
    return apiError('no complete reply in time', context, { kind: 'timeout' });
  }
  return apiError('the request was aborted', context, { kind: 'aborted' });
}

/** What to look at where a server does not answer as its API does: perhaps it is another one that answers. */
export function otherServerHint({ host, provider }: CallContext): string {
  return `check that ${host} answers as ${provider} does: that the endpoint has its whole path (often /v1), and that no login or proxy answers in its place`;
}

/** A reply that cannot be read. A truncated or garbled body may be whole at the next try. */
export function badReply(message: string, context: CallContext, cause?: unknown): ProviderError {
  return apiError(message, context, { kind: 'bad_reply', retryable: true, hint: otherServerHint(context), cause });
}

/** Busy servers say so in words, under one status or another. */
function isOverloaded(kind: ProviderErrorKind, said: string): { readonly overloaded?: true } {
  return kind === 'server' && /overloaded/iu.test(said) ? { overloaded: true } : {};
}

/** The error for a part of a reply that is something else than the format says: it is not known what was answered. */
export function oddPart(name: string, must: string, value: unknown, context: CallContext): ProviderError {
  const found = value === undefined ? 'missing' : describeKind(value);
  return badReply(`the reply cannot be read: ${name} must be ${must}, not ${found}`, context);
}

/** An error that the API reports inside a reply whose HTTP status was fine. */
export function reportedError(said: unknown, context: CallContext): ProviderError {
  const code = property(said, 'code');
  const status = statusOfCode(code);
  const named = [property(said, 'type'), code].filter((word) => typeof word === 'string').join(' ');
  const kind = status === undefined ? kindOfWords(named) : kindOfStatus(status);
  const text = saidWords(said) ?? JSON.stringify(said) ?? 'an error, and not which';
  const words = `${named} ${text}`;
  const wait = retryDelayMs(property(said, 'details'));
  const isSpent = kind === 'rate_limit' && isUsedUp(words) && wait === undefined;
  return apiError(`the API reported: ${shown(text, context)}`, context, {
    kind,
    status,
    retryAfterMs: wait,
    ...isOverloaded(kind, words),
    ...(isSpent ? { retryable: false, hint: SPENT_QUOTA.test(words) ? QUOTA_HINT : UNPAID_HINT } : {}),
  });
}

/** A reply whose HTTP status says that there is no answer. */
export interface FailedReply {
  readonly status: number;
  /** What the API says about it. */
  readonly detail: string;
  /** Headers, or anything else when there are none. */
  readonly headers: unknown;
  /** List of details that Google's errors carry. */
  readonly details?: unknown;
}

/** Whether a refusal is about who asks, though the status says that it is about what is asked: another request fares no better. */
function isOfAccount(status: number, said: string): boolean {
  return BAD_KEY.test(said) || (status === 400 && (NO_CREDIT.test(said) || isUsedUp(said)));
}

/** Where a redirect leads, for who is to write it down; empty where that is not said. */
function leadsTo(status: number, headers: unknown, context: CallContext): string {
  const location = status >= 300 && status < 400 && isHeaders(headers) ? headers.get('location') : undefined;
  return location ? `it leads to ${shown(urlWithoutSecrets(location), context)}` : '';
}

/** The error for an HTTP status, with the wait that the server asks for. */
export function statusError({ status, detail, headers, details }: FailedReply, context: CallContext): ProviderError {
  const said = shown(detail, context);
  const kind = isOfAccount(status, said) ? 'auth' : kindOfStatus(status);
  // Google words limits for a minute like a quota that is used up, but names a wait.
  const wait = retryDelayMs(details);
  const told = isHeaders(headers) ? retryAfterMs(headers) : undefined;
  return apiError(`HTTP ${status}: ${leadsTo(status, headers, context) || said}`, context, {
    kind,
    status,
    retryAfterMs: told ?? wait,
    ...isOverloaded(kind, said),
    ...(wait === undefined ? {} : { hint: null }),
    ...(kind === 'rate_limit' && isUsedUp(said) && wait === undefined ? { retryable: false } : {}),
  });
}

/** The error for a reply that was not read, or not to its end; undefined for other failures. */
function unreadableReply(error: unknown, context: CallContext): ProviderError | undefined {
  const large = findCause(error, ReplyTooLarge);
  if (large) return apiError(large.message, context, { kind: 'bad_reply', retryable: false, hint: LARGER_HINT });
  const unbounded = findCause(error, JsonBoundsError);
  if (unbounded) {
    return apiError(`the reply holds JSON that cannot be used: ${unbounded.message}`, context, { kind: 'bad_reply', retryable: false });
  }
  const none = findCause(error, NoReply);
  if (none) return apiError(none.message, context, { kind: 'bad_reply', retryable: false, hint: otherServerHint(context) });
  const packed = findCause(error, UnreadablePacking);
  const hint = `see that ${context.host}, or a proxy before it, compresses replies as their header content-encoding says: with gzip, deflate or br, or not at all`;
  return packed && apiError(packed.message, context, { kind: 'bad_reply', retryable: packed.retryable, hint, cause: packed });
}

/** Brings whatever an SDK threw to a {@link ProviderError}. */
export function toProviderError(error: unknown, context: CallContext, signal: AbortSignal): ProviderError {
  const known = error instanceof ProviderError;
  // An aborted request fails as a broken connection or as a stream that ends early.
  if (signal.aborted && (!known || error.kind === 'network')) return endedBySignal(signal, context);
  if (known) return error;
  const failed = findCause(error, StatusFailure);
  if (failed) return statusError({ status: failed.status, detail: failureWords(failed.body), headers: failed.headers }, context);
  const unreadable = unreadableReply(error, context);
  if (unreadable) return unreadable;
  if (!isError(error)) return badReply(String(error), context);
  if (error instanceof SyntaxError) return badReply(`the reply is not valid JSON: ${jsonErrorWords(error)}`, context);
  const odd = findCause(error, OddProxy);
  if (odd) return apiError(`no connection: ${odd.message}`, context, { kind: 'network', retryable: false, hint: ODD_PROXY_HINT });
  const inner = property(error, 'error');
  if (isJsonObject(inner)) return reportedError(isJsonObject(inner['error']) ? inner['error'] : inner, context);
  if (isNetworkError(error)) {
    const { message, hint } = connectionFailure(error, context.host, findCause(error, ProxyOutOfReach)?.host);
    return apiError(message, context, { kind: 'network', hint, cause: rootCause(error) });
  }
  return apiError(`the request failed unexpectedly: ${error.message}`, context, {
    kind: 'bad_reply',
    retryable: false,
  });
}
