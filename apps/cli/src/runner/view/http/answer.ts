import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Answers a request: with one of these, once. */
export class Answer {
  readonly #response: ServerResponse;
  readonly #signal: AbortSignal;

  /** @param signal Aborts when the reader is gone, or the server ends. */
  constructor(response: ServerResponse, signal: AbortSignal) {
    this.#response = response;
    this.#signal = signal;
  }

  json(value: unknown, status = 200): void {
    this.#head(status, 'application/json; charset=utf-8').end(JSON.stringify(value));
  }

  html(text: string, policy: string): void {
    this.#response.setHeader('content-security-policy', policy);
    this.#head(200, 'text/html; charset=utf-8').end(text);
  }

  nothing(status: number): void {
    this.#response.writeHead(status).end();
  }

  /** Begins an answer of one JSON value a line. */
  lines(): AnswerLines {
    this.#head(200, 'application/x-ndjson; charset=utf-8');
    return new AnswerLines(this.#response, this.#signal);
  }

  get isBegun(): boolean {
    return this.#response.headersSent;
  }

  #head(status: number, type: string): ServerResponse {
    return this.#response.writeHead(status, { 'content-type': type });
  }
}

/** One JSON value a line. Whoever writes waits for the reader, so that nothing piles up here. */
export class AnswerLines {
  readonly #response: ServerResponse;
  readonly #signal: AbortSignal;

  constructor(response: ServerResponse, signal: AbortSignal) {
    this.#response = response;
    this.#signal = signal;
  }

  /** Resolves when there is room for more; to false when nobody reads any more. */
  async write(value: unknown): Promise<boolean> {
    return this.writeText(JSON.stringify(value));
  }

  /** The same for a text that is a JSON value on one line. */
  async writeText(text: string): Promise<boolean> {
    if (this.#signal.aborted) return false;
    if (!this.#response.write(`${text}\n`)) await once(this.#response, 'drain', { signal: this.#signal }).catch(() => undefined);
    return !this.#signal.aborted;
  }

  end(): void {
    this.#response.end();
  }
}
