import { ProviderError, restateProviderError, type ProviderResponse, type RequestAttempts } from '@assay/schema';

/** Counts how often one request is sent. */
export class RequestCount {
  #sent = 0;
  #tries = 0;
  #hedges = 0;

  /** To be called when the request is sent. @param attempt number of the try, from 1. */
  sent(attempt: number): void {
    this.#sent += 1;
    if (attempt > this.#tries) this.#tries = attempt;
  }

  /** The next time that it is sent is a second time beside the first. */
  hedged(): void {
    this.#hedges += 1;
  }

  /** A reply with what there is to say of how often it was asked for. */
  told(reply: ProviderResponse): ProviderResponse {
    if (this.#sent > 1) return { ...reply, attempts: this.#attempts() };
    if (reply.attempts === undefined) return reply;
    // Adapters do not know.
    const { attempts: _attempts, ...rest } = reply;
    return rest;
  }

  /** The same for a failure. One that came at once is reported as it is. */
  toldBy(error: unknown): unknown {
    return this.#sent > 1 && error instanceof ProviderError ? restateProviderError(error, { attempts: this.#attempts() }) : error;
  }

  #attempts(): RequestAttempts {
    const retries = this.#tries - 1;
    return { sent: this.#sent, ...(retries > 0 ? { retries } : {}), ...(this.#hedges > 0 ? { hedges: this.#hedges } : {}) };
  }
}
