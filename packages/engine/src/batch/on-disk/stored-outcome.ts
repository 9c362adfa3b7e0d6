import { ProviderError, type BatchOutcome, type JsonObject, type JsonValue, type ProviderErrorKind, type ProviderResponse } from '@assay/schema';
import { paidOf, paidValues, type PaidAmount } from './paid-amount.js';
import type { RequestId } from './request-id.js';

/** What came of a request: as a batch gave it, or as a target gave it that is asked at once. */
export type StoredOutcome = BatchOutcome | { readonly response: ProviderResponse };

/** Says of which request a line is, and what came of it, without reading the rest. */
export interface OutcomeHead extends RequestId {
  /** Batch that it came with; empty for one that was asked at once. */
  readonly batch: string;
  /**
   * `again` is an error after which the request may go into the next batch. `counted` is no outcome: what the request took stands in
   * the budget in place of what it was paid for with. Neither is `paid`: it was paid for, and is gathered for that batch.
   */
  readonly kind: 'reply' | 'response' | 'error' | 'again' | 'counted' | 'paid';
}

const HEAD = /^\{"of":\["([^"\\]*)","([^"\\]*)",(\d+),"([^"\\]*)"\],"(reply|response|error|again|counted|paid)":/u;

function errorValue({ message, kind, status, hint, retryable, overloaded, target }: ProviderError): JsonObject {
  return { message, kind, target, retryable, overloaded, ...(status === undefined ? {} : { status }), ...(hint === undefined ? {} : { hint }) };
}

function errorOf(value: JsonObject): ProviderError {
  const { message, kind, target, status, hint, retryable, overloaded } = value;
  return new ProviderError(String(message), {
    kind: kind as ProviderErrorKind,
    target: String(target),
    retryable: retryable === true,
    overloaded: overloaded === true,
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof hint === 'string' ? { hint } : {}),
  });
}

export function outcomeKind(outcome: StoredOutcome): OutcomeHead['kind'] {
  if ('error' in outcome) return 'error';
  return 'reply' in outcome ? 'reply' : 'response';
}

function lineOf({ asker, content, n, batch, kind }: OutcomeHead, value: JsonValue): string {
  return `{"of":${JSON.stringify([asker, content, n, batch])},"${kind}":${JSON.stringify(value)}}\n`;
}

export function countedLine(of: Omit<OutcomeHead, 'kind'>): string {
  return lineOf({ ...of, kind: 'counted' }, true);
}

export function paidLine(of: Omit<OutcomeHead, 'kind'>, paid: PaidAmount): string {
  return lineOf({ ...of, kind: 'paid' }, paidValues(paid));
}

/** @throws SyntaxError for a line that is not whole. */
export function paidAmount(line: string): PaidAmount | undefined {
  const { paid } = JSON.parse(line) as { readonly paid: readonly JsonValue[] };
  return paidOf(paid);
}

/** @param redact takes out what must not be stored. */
export function outcomeLine(head: OutcomeHead, outcome: StoredOutcome, redact: (value: JsonValue) => JsonValue): string {
  // NaN, for a latency that is not known, is null in JSON.
  const value = 'error' in outcome ? errorValue(outcome.error) : 'reply' in outcome ? outcome.reply : (outcome.response as unknown as JsonValue);
  return lineOf(head, redact(value));
}

/** Undefined for a line that is none. */
export function outcomeHead(line: string): OutcomeHead | undefined {
  const [, asker = '', content = '', n = '', batch = '', kind] = HEAD.exec(line) ?? [];
  return kind === undefined ? undefined : { asker, content, n: Number(n), batch, kind: kind as OutcomeHead['kind'] };
}

/** @throws SyntaxError for a line that is not whole. */
export function storedOutcome(line: string): StoredOutcome {
  const { reply, response, error, again } = JSON.parse(line) as { readonly reply?: JsonValue; readonly response?: JsonObject; readonly error?: JsonObject; readonly again?: JsonObject };
  if (reply !== undefined) return { reply };
  if (response) return { response: { ...(response as unknown as ProviderResponse), latencyMs: typeof response['latencyMs'] === 'number' ? response['latencyMs'] : Number.NaN } };
  return { error: errorOf(error ?? again ?? {}) };
}
