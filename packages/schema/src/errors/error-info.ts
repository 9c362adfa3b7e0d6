import { AssayError } from './assay-error.js';
import { ProviderError } from './provider-error.js';

/** An error as it is kept in a row: what a reader needs to understand it without the stack. */
export interface ErrorInfo {
  /** Stable kind: an AssayError's code, or for a provider its kind (`rate_limit`, `timeout`, …). */
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** HTTP status, where there was one. */
  readonly status?: number | undefined;
}

function describe(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  try {
    return JSON.stringify(thrown) ?? 'an object without a message';
  } catch {
    return 'an object without a message';
  }
}

/** Any thrown value as an {@link ErrorInfo}. */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof AssayError) {
    return {
      code: error instanceof ProviderError ? error.kind : error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error instanceof ProviderError && error.status !== undefined ? { status: error.status } : {}),
    };
  }
  return { code: 'unexpected', message: describe(error) };
}
