import type { JsonObject } from '@assay/schema';
import type { PageContext } from '../page-context.js';
import type { Answer } from '../http/answer.js';

/** A request that was let in. */
interface PageRequest {
  readonly context: PageContext;
  /** What the groups of the path matched, decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** @throws PageFailure */
  body(): Promise<JsonObject>;
}

/** What is answered at a path. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Matches the path behind the token. */
  readonly path: RegExp;
  handle(request: PageRequest, answer: Answer): Promise<void>;
}
