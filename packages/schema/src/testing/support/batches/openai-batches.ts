import type { Batch, BatchAnswer, BatchBook, Item, Json } from './batch-book.js';

const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

/** A reply as OpenAI sends it. */
export function completion(model: unknown, text: string): Json {
  return { id: 'c', object: 'chat.completion', created: 1, model, choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }], usage: USAGE };
}

/** Lines that OpenAI refuses a whole file for. */
function lineErrors(items: readonly Item[], lines: readonly Json[], endpoint: unknown): readonly Json[] {
  const models = new Set(items.map(({ body }) => body['model']));
  return lines.flatMap((line, index) => {
    const refuse = (message: string): Json[] => [{ code: 'invalid_request', message, line: index + 1, param: null }];
    if (line['method'] !== 'POST' || line['url'] !== endpoint) return refuse('the url is not that of the batch');
    if (items.findIndex(({ id }) => id === items[index]?.id) !== index) return refuse('custom_id is not unique');
    if (items[index]?.body['stream'] !== undefined) return refuse('stream is not supported');
    return models.size > 1 ? refuse('several models in one file') : [];
  });
}

function openAiLine({ id, body }: Item, answer: BatchAnswer | 'CANCELLED'): Json {
  const line = { id: `batch_req_${id}`, custom_id: id };
  if (answer === 'EXPIRED') return { ...line, response: null, error: { code: 'batch_expired', message: 'This request could not be executed before the completion window expired.' } };
  if (answer === 'CANCELLED') return { ...line, response: null, error: { code: 'batch_cancelled', message: 'This request was cancelled.' } };
  if (typeof answer === 'string') return { ...line, response: { status_code: 200, request_id: 'r', body: completion(body['model'], answer) }, error: null };
  return { ...line, response: { status_code: answer.status, request_id: 'r', body: { error: { message: answer.message ?? 'refused', type: 'invalid_request_error' } } }, error: null };
}

/** The batch API of OpenAI: files of lines, states, files with replies and with errors. */
export class OpenAiBatches {
  readonly #book: BatchBook;
  readonly #files = new Map<string, string>();

  constructor(book: BatchBook) {
    this.#book = book;
  }

  /** Keeps a file, and gives its id. */
  keep(text: string): string {
    const id = `file-${this.#files.size + 1}`;
    this.#files.set(id, text);
    return id;
  }

  file(id: string): string | undefined {
    return this.#files.get(id);
  }

  create(body: string): Json {
    const wanted = JSON.parse(body) as Json;
    const lines = (this.#files.get(String(wanted['input_file_id'])) ?? '').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Json);
    const items = lines.map((line) => ({ id: String(line['custom_id']), body: line['body'] as Json }));
    return this.encode(this.#book.add(items, (wanted['metadata'] ?? {}) as Json, lineErrors(items, lines, wanted['endpoint'])));
  }

  encode(batch: Batch): Json {
    const { id, ended, results, errors, metadata } = this.#book.look(batch);
    const bad = results.filter(([, answer]) => typeof answer !== 'string' || answer === 'EXPIRED' || answer === 'CANCELLED');
    if (ended) {
      const lines = results.map(([item, answer]) => JSON.stringify(openAiLine(item, answer)));
      this.#files.set(`${id}-out`, lines.filter((_, index) => !bad.includes(results[index] as never)).map((line) => `${line}\n`).join(''));
      this.#files.set(`${id}-err`, lines.filter((_, index) => bad.includes(results[index] as never)).map((line) => `${line}\n`).join(''));
    }
    const status = !ended ? (batch.cancelled ? 'cancelling' : 'in_progress') : errors.length > 0 ? 'failed' : batch.cancelled ? 'cancelled' : results.some(([, answer]) => answer === 'EXPIRED') ? 'expired' : 'completed';
    return {
      id,
      object: 'batch',
      status,
      metadata,
      created_at: Math.floor(batch.createdAt / 1000),
      completion_window: '24h',
      errors: errors.length > 0 ? { object: 'list', data: errors } : null,
      request_counts: { total: batch.items.length, completed: results.length - bad.length, failed: bad.length },
      ...(ended && results.length > bad.length ? { output_file_id: `${id}-out` } : {}),
      ...(ended && bad.length > 0 ? { error_file_id: `${id}-err` } : {}),
    };
  }
}
