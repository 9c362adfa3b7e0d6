import type { Batch, BatchBook, Json } from './batch-book.js';

/** A reply as Anthropic sends it. */
export function message(model: unknown, text: string): Json {
  return { id: 'm', type: 'message', role: 'assistant', model, content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: { input_tokens: 1000, output_tokens: 100 } };
}

function resultLine([{ id, body }, answer]: Batch['results'][number]): Json {
  if (answer === 'EXPIRED') return { custom_id: id, result: { type: 'expired' } };
  if (answer === 'CANCELLED') return { custom_id: id, result: { type: 'canceled' } };
  if (typeof answer === 'string') return { custom_id: id, result: { type: 'succeeded', message: message(body['model'], answer) } };
  const type = answer.status === 529 ? 'overloaded_error' : answer.status < 500 ? 'invalid_request_error' : 'api_error';
  return { custom_id: id, result: { type: 'errored', error: { type: 'error', error: { type, message: answer.message ?? 'refused' } } } };
}

/** The batch API of Anthropic: a list of requests, results as lines. */
export class AnthropicBatches {
  readonly #book: BatchBook;

  constructor(book: BatchBook) {
    this.#book = book;
  }

  /** Undefined for requests whose ids are refused. */
  create(body: string): Json | undefined {
    const { requests } = JSON.parse(body) as { readonly requests: readonly Json[] };
    const items = requests.map((one) => ({ id: String(one['custom_id']), body: one['params'] as Json }));
    const wrong = items.some(({ id }) => !/^[\w-]{1,64}$/u.test(id)) || new Set(items.map(({ id }) => id)).size < items.length;
    return wrong ? undefined : this.encode(this.#book.add(items, {}, []));
  }

  encode(batch: Batch): Json {
    const { id, ended, results, items } = this.#book.look(batch);
    const count = (is: (answer: unknown) => boolean): number => results.filter(([, answer]) => is(answer)).length;
    return {
      id,
      type: 'message_batch',
      processing_status: ended ? 'ended' : batch.cancelled ? 'canceling' : 'in_progress',
      created_at: new Date(batch.createdAt).toISOString(),
      archived_at: null,
      request_counts: {
        processing: ended ? 0 : items.length,
        succeeded: count((answer) => typeof answer === 'string' && answer !== 'EXPIRED' && answer !== 'CANCELLED'),
        errored: count((answer) => typeof answer === 'object'),
        expired: count((answer) => answer === 'EXPIRED'),
        canceled: count((answer) => answer === 'CANCELLED'),
      },
      results_url: ended ? `https://api.anthropic.com/v1/messages/batches/${id}/results` : null,
    };
  }

  /** The results, a line each. */
  lines(batch: Batch): string {
    return this.#book.look(batch).results.map((result) => `${JSON.stringify(resultLine(result))}\n`).join('');
  }
}
