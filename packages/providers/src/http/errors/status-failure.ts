/** A reply whose HTTP status says that it is none. It may come through an SDK, which wraps what its `fetch` throws. */
export class StatusFailure extends Error {
  readonly status: number;
  /** Headers of the reply. */
  readonly headers: unknown;
  /** The body of the reply. */
  readonly body: string;

  constructor(status: number, headers: unknown, body: string) {
    // Not the words of the server: an SDK takes an error with "timed out" in it for one of its own.
    super(`HTTP ${status}`);
    this.name = 'StatusFailure';
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
