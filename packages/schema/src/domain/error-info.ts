/** An error as it is kept in a row: what a reader needs to understand it without the stack. */
export interface ErrorInfo {
  /** Stable kind: an AssayError's code, or for a provider its kind (`rate_limit`, `timeout`, …). */
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** HTTP status, where there was one. */
  readonly status?: number | undefined;
}
